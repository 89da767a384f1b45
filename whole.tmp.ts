import { copyFileSync, writeFileSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { bundleOf, requestOf } from './test/support/compile.ts';
import { writeProject } from './test/support/ways-to-run.ts';
import { nodeTarget } from './src/targets/node/target.ts';
const p = writeProject({ 'src/main.ts': `import { OpenapiAdapter } from '@service/adapters';
import { Service } from '@service/sdk';
@Service({ info: { name: 'small', version: '1.0.0' }, adapters: [OpenapiAdapter.init({ name: 'api', spec: 'api.json', baseUrl: 'https://api.example.com' })] })
export class Server {}
` });
copyFileSync('/work/wt/serve-api/.service/openapi/graph.json', p.root + '/api.json');
let child = 0;
const timer = setInterval(() => { for (const pid of readdirSync('/proc')) { if (!/^\d+$/.test(pid)) continue; try { const s = readFileSync(`/proc/${pid}/status`, 'utf8'); if (new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(s)) child = Math.max(child, Number(/VmHWM:\s+(\d+)/.exec(s)?.[1] ?? 0)); } catch {} } }, 200);
const t = performance.now(), c0 = process.cpuUsage();
try {
const { code } = await bundleOf(requestOf(p.root, 'small', { evaluationTimeoutMs: 300_000 }), nodeTarget);
const c = process.cpuUsage(c0);
console.log('wall', Math.round(performance.now() - t), 'cpu', (c.user + c.system) / 1e6, 'bytes', code.length, 'gzip', gzipSync(code).length);
writeFileSync('/tmp/sa/bundle-graph.js', code);
} catch (e) { console.log(String((e as Error).message).slice(0, 2000)); }
console.log('own max MB', process.resourceUsage().maxRSS / 1024, 'child max MB', child / 1024);
clearInterval(timer); p.remove();
