// Checks a bundle as npm's @sigstore/verify does, and prints who signed, or why not (exit 1).
// Arguments: the folder of node_modules, the bundle, and a public key (.pem) or a trusted root.

import crypto from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [folder, bundlePath, trustedPath] = process.argv.slice(2);
const require = createRequire(path.join(folder, "package.json"));
const { bundleFromJSON } = require("@sigstore/bundle");
const { TrustedRoot } = require("@sigstore/protobuf-specs");
const { toSignedEntity, toTrustMaterial, Verifier } = require("@sigstore/verify");

function verifier() {
  const trusted = fs.readFileSync(trustedPath);
  if (!trustedPath.endsWith(".pem")) {
    return new Verifier(toTrustMaterial(TrustedRoot.fromJSON(JSON.parse(trusted))), {});
  }
  const believed = { publicKey: crypto.createPublicKey(trusted), validFor: () => true };
  const none = TrustedRoot.fromJSON({ tlogs: [], certificateAuthorities: [], ctlogs: [] });
  return new Verifier(toTrustMaterial(none, () => believed), {
    tlogThreshold: 0,
    ctlogThreshold: 0,
    timestampThreshold: 0,
  });
}

try {
  const bundle = bundleFromJSON(JSON.parse(fs.readFileSync(bundlePath)));
  const signer = verifier().verify(toSignedEntity(bundle));
  console.log(signer.identity?.subjectAlternativeName ?? "the key");
} catch (error) {
  console.log(`${error.code ?? error.name}: ${error.message}`);
  process.exitCode = 1;
}
