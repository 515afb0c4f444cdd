// ELIZA as npm has it (elizabot), as a chat completions endpoint.
//   node eliza_npm.mjs [PORT]          default 8802; 0 takes a free one
// NODE_BOTS names the folder whose node_modules holds elizabot; default: this file's folder.
import {createRequire} from 'node:module';
import path from 'node:path';
import {serve} from './chat_completions.mjs';

const folder = process.env.NODE_BOTS ?? import.meta.dirname;
const Eliza = createRequire(path.join(path.resolve(folder), 'package.json'))('elizabot');

// The endpoint keeps nothing: each request replays its conversation to a new ELIZA, whose random
// choices are off, so that one conversation always gets one reply.
serve('elizabot', Number(process.argv[2] ?? 8802), ({messages}) => {
  const eliza = new Eliza(true);
  let reply = '';
  for (const message of messages) {
    if (message.role === 'user') reply = eliza.transform(message.content);
  }
  return reply;
});
