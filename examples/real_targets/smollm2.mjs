// SmolLM2-135M-Instruct, a small real language model, on the CPU, as a chat completions endpoint.
//   node smollm2.mjs MODEL.gguf [PORT]          default 8822; 0 takes a free one
// KEEP_PREFIX=1 keeps what the model has read of the last request, where the next begins alike: a
// judge's instructions are then read once. A reply may differ in a word from that of a fresh start.
// NODE_BOTS names the folder whose node_modules holds node-llama-cpp; default: this file's folder.
import {createRequire} from 'node:module';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {serve} from './chat_completions.mjs';

const [modelPath, port = '8822'] = process.argv.slice(2);
if (!modelPath) {
  console.error('usage: node smollm2.mjs MODEL.gguf [PORT]');
  process.exit(2);
}
const folder = process.env.NODE_BOTS ?? import.meta.dirname;
const found = createRequire(path.join(path.resolve(folder), 'package.json')).resolve('node-llama-cpp');
const {getLlama, LlamaChatSession} = await import(pathToFileURL(found));

// One thread: on two shared cores a second one makes each reply slower.
const llama = await getLlama({gpu: false, build: 'never', maxThreads: 1, logLevel: 'error'});
const model = await llama.loadModel({modelPath: path.resolve(modelPath)});
const context = await model.createContext({contextSize: 2048, threads: 1});
const sequence = context.getSequence();

let before = Promise.resolve(); // there is one sequence, so that replies are made one by one
serve('smollm2-135m-instruct', Number(port), (asked) => {
  const reply = before.then(() => speak(asked));
  before = reply.catch(() => {});
  return reply;
});

const grammars = new Map(); // by schema

// What may be said, where the request states a JSON schema.
async function grammarFor(format) {
  if (format?.type !== 'json_schema') return undefined;
  const schema = format.json_schema.schema;
  const key = JSON.stringify(schema);
  if (!grammars.has(key)) grammars.set(key, await llama.createGrammarForJsonSchema(schema));
  return grammars.get(key);
}

async function speak(asked) {
  const {messages, max_tokens: maxTokens = 64, temperature = 0, seed, response_format: format} = asked;
  const systemPrompt = messages.filter(({role}) => role === 'system').map(({content}) => content).join('\n');
  const spoken = messages.filter(({role}) => role !== 'system');
  const last = spoken.pop();
  if (last?.role !== 'user') throw new Error('the last message is not the user\'s');
  if (!process.env.KEEP_PREFIX) await sequence.clearHistory();
  const session = new LlamaChatSession({contextSequence: sequence, systemPrompt});
  session.setChatHistory([
    ...(systemPrompt ? [{type: 'system', text: systemPrompt}] : []),
    ...spoken.map(({role, content}) =>
      role === 'user' ? {type: 'user', text: content} : {type: 'model', response: [content]}),
  ]);
  try {
    const {responseText, stopReason} = await session.promptWithMeta(last.content, {
      maxTokens, temperature, seed, grammar: await grammarFor(format),
    });
    return {content: responseText, finish_reason: stopReason === 'maxTokens' ? 'length' : 'stop'};
  } finally {
    session.dispose({disposeSequence: false});
  }
}
