// An HTTP server that speaks OpenAI's chat completions for any function of a conversation.
// It listens on this machine only, and says where on its first line of output.
import http from 'node:http';

const LARGEST_BODY = 1_000_000; // bytes; no conversation of a suite comes near

/**
 * Serve a chatbot until the process is ended.
 *
 * @param {string} name what the bot answers as, in "model".
 * @param {number} port where to listen; 0 takes a free port.
 * @param {(request: object) => string | object | Promise<string | object>} reply the next message of
 *   the bot, or {content, finish_reason}, from the request's JSON ({messages, seed, temperature, ...});
 *   what it throws becomes status 500.
 */
export function serve(name, port, reply) {
  const server = http.createServer(async (request, response) => {
    const [status, body] = await answer(name, request, reply);
    const bytes = Buffer.from(JSON.stringify(body));
    response.writeHead(status, {'content-type': 'application/json', 'content-length': bytes.length});
    response.end(bytes);
  });
  server.listen(port, '127.0.0.1', () => {
    console.log(`listening on http://127.0.0.1:${server.address().port}/v1`);
  });
}

async function answer(name, request, reply) {
  if (request.method !== 'POST' || !request.url.split('?')[0].endsWith('/chat/completions')) {
    return [404, error('not_found_error', 'POST /v1/chat/completions is all there is')];
  }
  let asked;
  try {
    asked = JSON.parse(await read(request));
    if (!Array.isArray(asked.messages) || asked.messages.length === 0) throw new Error('no messages');
    if (asked.stream) throw new Error('this server does not stream');
  } catch (trouble) {
    return [400, error('invalid_request_error', trouble.message)];
  }
  try {
    return [200, completion(name, await reply(asked))];
  } catch (trouble) {
    console.error(trouble);
    return [500, error('server_error', trouble.message)];
  }
}

async function read(request) {
  const pieces = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > LARGEST_BODY) throw new Error(`more than ${LARGEST_BODY} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function completion(name, reply) {
  const {content, finish_reason = 'stop'} = typeof reply === 'string' ? {content: reply} : reply;
  const message = {role: 'assistant', content};
  return {
    id: `chatcmpl-${name}`,
    object: 'chat.completion',
    created: 0,
    model: name,
    choices: [{index: 0, message, finish_reason}],
  };
}

function error(type, message) {
  return {error: {type, message}};
}
