/** Names of the language that a script has; everything else that the platform gives to a worker is taken away. */
const languageNames =
  'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError globalThis JSON Math ArrayBuffer Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array BigInt64Array Uint8ClampedArray Float32Array Float64Array DataView Map BigInt Set WeakMap WeakSet WeakRef Proxy Reflect decodeURI decodeURIComponent encodeURI encodeURIComponent isFinite isNaN';

/**
 * The program around a script in its isolate. What guards the server is that the isolate has no network and no binding, and that the server
 * believes nothing that comes out of it. This program makes the script's world, which is that of the other engine, and stops floods where they
 * begin; so it takes what it needs of the language before the script can replace it, and uses neither methods nor `then` of its values.
 */
export const isolateGuest = `
import { WorkerEntrypoint } from 'cloudflare:workers';
import main from './script.js';

const { parse, stringify } = JSON;
const { create, defineProperty, getPrototypeOf, setPrototypeOf } = Object;
const { apply, deleteProperty, ownKeys } = Reflect;
const { slice } = String.prototype;
const [Failure, Refusal, Excess] = [Error, TypeError, RangeError];
const fixed = (value) => ({ __proto__: null, value, configurable: false, enumerable: false, writable: false });

const kept = new Set(${JSON.stringify(languageNames)}.split(' '));
for (let at = globalThis; at !== null && at !== Object.prototype; at = getPrototypeOf(at))
  for (const key of ownKeys(at)) if (!kept.has(key)) deleteProperty(at, key);
setPrototypeOf(globalThis, Object.prototype);
for (const made of [function () {}, async function () {}, function* () {}, async function* () {}])
  defineProperty(getPrototypeOf(made), 'constructor', fixed(undefined));

const thrownBy = (failure) => {
  const isObject = typeof failure === 'object' && failure !== null;
  const read = (name) => {
    try {
      const value = isObject ? failure[name] : undefined;
      return typeof value === 'string' ? apply(slice, value, [0, 2000]) : '';
    } catch {
      return '';
    }
  };
  const said = typeof failure === 'string' ? apply(slice, failure, [0, 2000]) : typeof failure + ' was thrown';
  return '-' + stringify({
    __proto__: null,
    name: read('name'),
    message: isObject ? read('message') : failure === null ? '' : said,
    stack: read('stack'),
    toolName: read('toolName'),
    code: read('code'),
  });
};

const textOf = (value) => {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  try {
    return stringify(value) ?? typeof value;
  } catch {
    return '[not JSON]';
  }
};

const errorOf = (kind, members) => {
  const error = new Failure(members.message);
  defineProperty(error, 'name', fixed(kind));
  if (members.toolName) defineProperty(error, 'toolName', fixed(members.toolName));
  if (members.code) defineProperty(error, 'code', fixed(members.code));
  return error;
};

const worldOf = ({ sends, refusals, levels, maxLines }, send, tell) => {
  let [calls, characters, lines, said] = [0, 0, 0, undefined];
  const refuse = (name, given) => {
    characters += given.length;
    if (name.length > sends.nameCharacters) return refusals.name;
    if (++calls > sends.calls) return refusals.calls;
    return characters > sends.argumentCharacters ? refusals.characters : undefined;
  };
  const ask = async (name, args, throws) => {
    const given = args === undefined ? '{}' : (stringify(args) ?? 'null');
    const message = refuse(name, given);
    const answer = message === undefined
      ? parse(await send(name, given))
      : { kind: 'ToolError', toolName: apply(slice, name, [0, sends.nameCharacters]), message, code: 'INVALID_INPUT' };
    if (typeof answer.text === 'string') {
      const data = parse(answer.text);
      return throws ? data : { success: true, data };
    }
    if (throws || answer.kind === 'IllegalAccess') throw errorOf(answer.kind, answer);
    return { success: false, error: { code: answer.code, message: answer.message } };
  };
  // One after the other, and the last before the end of the script.
  const tellAfter = async (earlier, text) => {
    await earlier;
    await tell(text);
  };
  const cut = (text) => (text.length > sends.saidCharacters ? apply(slice, text, [0, sends.saidCharacters]) : text);
  const say = (kind, level, text, data) => {
    if (lines++ >= maxLines) return;
    const message = { __proto__: null, kind, level, text: cut(text) };
    if (data !== undefined) message.data = cut(textOf(data));
    said = tellAfter(said, stringify(message));
  };
  const log = (level) => (...given) => {
    let text = '';
    for (let at = 0; at < given.length; at++) text += (at === 0 ? '' : ' ') + textOf(given[at]);
    say('log', level, text);
  };
  const mcpLog = (level, text, data) => {
    const named = textOf(level);
    let known = 'info';
    for (let at = 0; at < levels.length; at++) if (levels[at] === named) known = named;
    say('log', known, textOf(text), data);
  };
  return { ask, log, mcpLog, mcpNotify: (event, data) => say('notify', 'info', textOf(event), data), allSaid: async () => said };
};

const addSpace = (parts, call) => {
  let space = globalThis;
  for (const part of parts.slice(0, -1)) {
    if (space[part] !== undefined && !spaces.has(space[part])) return;
    if (space[part] === undefined) spaces.add((space[part] = create(null)));
    space = space[part];
  }
  const last = parts[parts.length - 1];
  if (space[last] === undefined) space[last] = call;
};
const spaces = new Set();

export default class extends WorkerEntrypoint {
  async run(text, send, tell) {
    const job = parse(text);
    const { ask, log, mcpLog, mcpNotify, allSaid } = worldOf(job, send, tell);
    const known = create(null);
    for (const { name, text: told } of job.tools) known[name] = told;
    const callTool = (name, args, options) => {
      if (typeof name !== 'string') throw new Refusal('callTool: the first argument is the name of a tool');
      return ask(name, args, !(typeof options === 'object' && options !== null && options.throwOnError === false));
    };
    const getTool = (name) => (typeof name === 'string' && known[name] !== undefined ? parse(known[name]) : undefined);
    const console = { log: log('info'), info: log('info'), debug: log('debug'), warn: log('warning'), error: log('error') };
    const globals = { callTool, getTool, mcpLog, mcpNotify, ...(job.allowConsole ? { console } : {}) };
    for (const name of ownKeys(globals)) globalThis[name] = globals[name];
    for (const { name, parts } of job.spaces) addSpace(parts, (args) => ask(name, args, true));
    for (const name of job.disabled) defineProperty(globalThis, name, fixed(undefined));
    const { literals, overText } = job;
    let outcome;
    try {
      const value = stringify(await main(() => { throw new Excess(overText); }, literals));
      outcome = value === undefined ? '' : '+' + value;
    } catch (failure) {
      outcome = thrownBy(failure);
    }
    try {
      await allSaid();
    } catch {
      // The server has stopped to listen.
    }
    return outcome;
  }
}
`;
