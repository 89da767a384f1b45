import { resolve } from 'node:path';
import { readFlags } from './read-flags.ts';
import { limits, requestPath } from './request-path/request-path.ts';

const { values } = readFlags('request-path', { options: { json: { type: 'boolean', default: false } } });
const { path, visited } = await requestPath(resolve(import.meta.dirname, '..'));
if (values.json) console.log(JSON.stringify({ path: path.length, visited: visited.length, files: path }));
else for (const file of visited) console.log(`${path.includes(file) ? 'hands on' : 'returns '}  ${file}`);
console.error(
  `One tools/call is handed on by ${path.length} files (at most ${limits.path}) and visits ${visited.length} (at most ${limits.visited}).`,
);
process.exitCode = path.length > limits.path || visited.length > limits.visited ? 1 : 0;
