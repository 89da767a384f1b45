/* Projects as their authors have them: encodings, line ends, and where tsconfig.json is. */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { analyse, bundleOf, copyProject, requestOf } from '../support/compile.ts';
import { answerTo, startProject, writeProject } from '../support/ways-to-run.ts';

const template = fileURLToPath(new URL('../../src/templates/basic', import.meta.url));
const sourcesOf = (root: string): readonly string[] =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));

/** The template with another text in each of its sources. */
function changedProject(change: (text: string) => string): ReturnType<typeof copyProject> {
  const project = copyProject(template);
  for (const path of sourcesOf(project.root)) {
    const file = join(project.root, 'src', path);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
  return project;
}

const settings = JSON.stringify({
  extends: './tsconfig.template.json',
  compilerOptions: { customConditions: ['service-source'], allowImportingTsExtensions: true },
  include: ['src'],
});

const asOnWindows = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n').replaceAll('  ', '\t')}`;

test('[I14.layouts.encodings] a byte order mark, CRLF and tabs do not change a bundle', async () => {
  const plain = copyProject(template);
  const other = changedProject(asOnWindows);
  for (const bundler of ['esbuild', 'rollup'] as const) {
    const [expected, found] = await Promise.all(
      [plain, other].map(async ({ root }) => (await bundleOf(requestOf(root, 'encodings', { build: { bundler } }))).code),
    );
    assert.is(found, expected, bundler);
  }
  plain.remove();
  other.remove();
});

test('[I14.layouts.encodings] findings of every phase name the column that an editor shows', async () => {
  const failing = "\texecute(input: { a: number; b: number }) {\n\t\tconst ü = '日本'; return { sum: input.a + input.c };";
  const types = changedProject((text) => asOnWindows(text.replace(/ {2}execute\(input: \{ a.*\n.*/, failing)));
  renameSync(join(types.root, 'tsconfig.json'), join(types.root, 'tsconfig.template.json'));
  writeFileSync(join(types.root, 'tsconfig.json'), settings);
  const { diagnostics } = await analyse(requestOf(types.root, 'encodings', { typeCheck: true }));
  const typed = diagnostics.find(({ span }) => span?.file === 'src/tools/add.tool.ts');
  const { code, span } = typed ?? {};
  assert.equal([code, span?.file, span?.line, span?.column], ['type-error', 'src/tools/add.tool.ts', 16, 49]);
  types.remove();

  const thrown = changedProject(asOnWindows);
  const app = join(thrown.root, 'src/calc.app.ts');
  const throwing = '\uFEFF\tconst ü = "日本"; (() => { throw new Error("at load"); })();\r\n';
  writeFileSync(app, throwing + readFileSync(app, 'utf8').slice(1));
  const [evaluated] = (await analyse(requestOf(thrown.root, 'encodings'))).diagnostics;
  assert.equal([evaluated?.code, evaluated?.span?.line, evaluated?.span?.column], ['evaluation-threw', 1, 33]);
  thrown.remove();
});

const solution = {
  'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.node.json" }, { "path": "./tsconfig.app.json" }] }',
  'tsconfig.app.json': JSON.stringify({
    compilerOptions: {
      composite: true,
      tsBuildInfoFile: './out/app.tsbuildinfo',
      outDir: './out',
      rootDir: './src',
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      customConditions: ['service-source'],
      strict: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      experimentalDecorators: true,
      paths: { '@lib/*': ['./src/lib/*'], '@lib/exact': ['./src/lib/other.ts'] },
    },
    include: ['src'],
  }),
  'tsconfig.node.json': '{ "compilerOptions": { "composite": true, "noEmit": true }, "include": ["service.config.ts"] }',
};

function solutionProject(imports: string): ReturnType<typeof copyProject> {
  const project = copyProject(template, solution);
  mkdirSync(join(project.root, 'src/lib'));
  writeFileSync(join(project.root, 'src/lib/words.ts'), "export const words = 'by alias';\n");
  writeFileSync(join(project.root, 'src/lib/other.ts'), "export const other = 'by name';\n");
  const main = join(project.root, 'src/main.ts');
  const text = readFileSync(main, 'utf8').replace(/instructions: .*/, 'instructions: `${words} ${other}`,');
  writeFileSync(main, `${imports}\n${text}`);
  return project;
}

test('[I14.layouts.references] the project that lists the entry gives options and aliases, with either bundler', async () => {
  const project = solutionProject("import { words } from '@lib/words';\nimport { other } from '@lib/exact';");
  for (const bundler of ['esbuild', 'rollup'] as const) {
    const { code, result, report } = await bundleOf(requestOf(project.root, 'references', { build: { bundler }, typeCheck: true }));
    assert.is(result.model?.server.instructions, 'by alias by name');
    assert.ok(code.includes('by alias') && code.includes('by name'), bundler);
    assert.not.match(code, '@lib/');
    assert.ok(report.inputs.includes(join(project.root, 'tsconfig.app.json')), 'a changed setting makes another build');
  }
  project.remove();
});

test('[I14.layouts.unresolved] what rollup does not find is an error, not left to the machine that runs the bundle', async () => {
  const project = solutionProject("import { words } from 'lib/words';\nconst other = 'by base';");
  const options = solution['tsconfig.app.json'].replace('"paths"', '"baseUrl":"./src","paths"');
  writeFileSync(join(project.root, 'tsconfig.app.json'), options);
  const request = requestOf(project.root, 'references', { build: { bundler: 'rollup' } });
  assert.match((await bundleOf(request)).code, 'by alias');
  const main = join(project.root, 'src/main.ts');
  // Evaluation takes it for what may be missing.
  const optional = "import('@elsewhere/optional').catch(() => undefined);\n";
  writeFileSync(main, `${readFileSync(main, 'utf8')}export const later = () => ${optional}`);
  const refused = await bundleOf(request).then(
    () => 'built',
    (error: unknown) => String(error),
  );
  assert.match(refused, /bundle-failed: [^]*@elsewhere\/optional/);
  project.remove();
});

test('[I16.entry.default-import] the default import of a CommonJS package is the same in a bundle as in the sources', async () => {
  const project = writeProject({
    'node_modules/acme/package.json': '{"name":"acme","version":"1.0.0","main":"index.js"}',
    'node_modules/acme/index.js':
      'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = class Acme { said = "made"; };',
    'node_modules/acme/index.d.ts': 'declare const acme: { default: new () => { said: string } };\nexport default acme;\n',
    'src/main.ts': `import { Service, tool } from '@service/sdk';
import acme from 'acme';
const own = new acme.default();
const say = tool({ name: 'say', description: 'x', inputSchema: {} })(() => own.said);
@Service({ info: { name: 'interop', version: '1.0.0' }, tools: [say] })
export class Server {}
`,
  });
  try {
    const running = await startProject(project.root, 'node');
    try {
      assert.match(await answerTo(running.url, 'tools/call', { name: 'say', arguments: {} }), 'made');
    } finally {
      await running.stop();
    }
  } finally {
    project.remove();
  }
});

test.run();
