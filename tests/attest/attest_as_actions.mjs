// Signs as GitHub's actions/attest does: with its own library, which knows the public Sigstore alone.
// What it sends there is taken to a Sigstore on this machine, and no word of it leaves.
// Arguments: the folder of node_modules, the address of that Sigstore, a file of subjects, the
// predicate's type and file. The token is read from TOKEN. Prints the bundle.

import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, loopback, subjectsPath, predicateType, predicatePath] = process.argv.slice(2);
const require = createRequire(path.join(folder, "package.json"));
const nock = require("nock");

nock.disableNetConnect();
nock.enableNetConnect("127.0.0.1");

const taken = async (uri, body) => {
  const answer = await fetch(loopback + uri, { method: "POST", body: JSON.stringify(body) });
  return [answer.status, await answer.text(), { "Content-Type": "application/json" }];
};
nock("https://fulcio.sigstore.dev").post(/./).reply(function (uri, body, done) {
  taken(uri, body).then((told) => done(null, told), done);
});
nock("https://rekor.sigstore.dev").post(/./).reply(function (uri, body, done) {
  taken(uri, body).then((told) => done(null, told), done);
});
nock("https://token.example").get(/./).reply(200, { value: process.env.TOKEN });
process.env.ACTIONS_ID_TOKEN_REQUEST_URL = "https://token.example/?v=1";
process.env.ACTIONS_ID_TOKEN_REQUEST_TOKEN = "for this job";

const library = path.join(folder, "node_modules/@actions/attest/lib/index.js");
const { attest } = await import(pathToFileURL(library).href);
const attestation = await attest({
  subjects: JSON.parse(fs.readFileSync(subjectsPath)),
  predicateType,
  predicate: JSON.parse(fs.readFileSync(predicatePath)),
  token: "none",
  sigstore: "public-good",
  skipWrite: true,
});
console.log(JSON.stringify(attestation.bundle));
