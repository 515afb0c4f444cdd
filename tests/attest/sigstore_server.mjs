// A Sigstore on this machine: Fulcio and Rekor of npm's @sigstore/mock behind one loopback port.
// Arguments: the folder that holds node_modules. Prints one line of JSON: what a client trusts.
// What the mock leaves out is done here as the real services do it: a request for a certificate may
// arrive in base64, and a log keeps the hashes of an envelope instead of the envelope.

import crypto from "node:crypto";
import http from "node:http";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(path.join(process.argv[2], "package.json"));
const mock = require("@sigstore/mock");

const pair = () => crypto.generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const keys = { ca: pair(), ct: pair(), log: pair() };
const server = http.createServer();
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const url = `http://127.0.0.1:${server.address().port}`;

const ctLog = await mock.initializeCTLog(keys.ct);
const authority = await mock.initializeCA(keys.ca, ctLog);
const log = await mock.initializeTLog(url, keys.log);
const fulcio = mock.fulcioHandler(authority);
const rekor = mock.rekorHandler(log);

const sha256 = (bytes) => crypto.createHash("sha256").update(bytes).digest("hex");
const hashed = (hash) => ({ algorithm: "sha256", value: hash });

function requested(body, headers) {
  const asked = JSON.parse(body);
  if (asked.credentials !== undefined) return body; // npm's own client asks as the mock reads
  asked.certificateSigningRequest = Buffer.from(asked.certificateSigningRequest, "base64").toString();
  asked.credentials = { oidcIdentityToken: headers.authorization.replace("Bearer ", "") };
  return JSON.stringify(asked);
}

// a log writes certificates in lines of 64, however they came
function inLines(encoded) {
  const pem = Buffer.from(encoded, "base64").toString();
  const bytes = pem.replace(/-----[A-Z ]+-----/g, "").replace(/\s/g, "");
  const lines = ["-----BEGIN CERTIFICATE-----", ...bytes.match(/.{1,64}/g), "-----END CERTIFICATE-----", ""];
  return Buffer.from(lines.join("\n")).toString("base64");
}

function logged(body) {
  const { apiVersion, kind, spec } = JSON.parse(body);
  const { envelope, verifiers } = spec.proposedContent;
  const { payload, signatures } = JSON.parse(envelope);
  return JSON.stringify({
    apiVersion,
    kind,
    spec: {
      envelopeHash: hashed(sha256(envelope)),
      payloadHash: hashed(sha256(Buffer.from(payload, "base64"))),
      signatures: signatures.map(({ sig }) => ({ signature: sig, verifier: inLines(verifiers[0]) })),
    },
  });
}

server.on("request", async (request, answer) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts).toString();
  let told = { statusCode: 404, response: "" };
  if (request.url === fulcio.path) told = await fulcio.fn(requested(body, request.headers));
  if (request.url === rekor.path) told = await rekor.fn(logged(body));
  answer.writeHead(told.statusCode, { "Content-Type": told.contentType ?? "text/plain" });
  answer.end(told.response);
});

const since = { start: "2020-01-01T00:00:00Z" };
const spki = (key) => key.publicKey.export({ format: "der", type: "spki" });
const instance = (key) => ({
  baseUrl: url,
  hashAlgorithm: "SHA2_256",
  publicKey: {
    rawBytes: spki(key).toString("base64"),
    keyDetails: "PKIX_ECDSA_P256_SHA_256",
    validFor: since,
  },
  logId: { keyId: crypto.createHash("sha256").update(spki(key)).digest("base64") },
});
const service = { url, majorApiVersion: 1, validFor: since, operator: "sigstore.mock" };

console.log(
  JSON.stringify({
    mediaType: "application/vnd.dev.sigstore.clienttrustconfig.v0.1+json",
    trustedRoot: {
      mediaType: "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
      tlogs: [instance(keys.log)],
      certificateAuthorities: [
        {
          subject: { organization: "sigstore.mock", commonName: "sigstore" },
          uri: url,
          certChain: { certificates: [{ rawBytes: authority.rootCertificate.toString("base64") }] },
          validFor: since,
        },
      ],
      ctlogs: [instance(keys.ct)],
      timestampAuthorities: [],
    },
    signingConfig: {
      mediaType: "application/vnd.dev.sigstore.signingconfig.v0.2+json",
      caUrls: [service],
      oidcUrls: [service],
      rekorTlogUrls: [service],
      rekorTlogConfig: { selector: "ANY" },
      tsaUrls: [],
      tsaConfig: { selector: "ANY" },
    },
  }),
);
