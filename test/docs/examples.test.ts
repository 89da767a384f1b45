import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as sdk from '@service/sdk/define';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Example {
  /** `file:line` of the `@example`. */
  readonly place: string;
  readonly code: string;
  /** It stands at a member: an option, or a member of a context. */
  readonly isMember: boolean;
}

/** Every `@example` of the files that the public API is made of. */
function examplesOf(folder: string): readonly Example[] {
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return files.flatMap((file) => {
    const found: Example[] = [];
    let open: { place: string; lines: string[]; indent: number } | undefined;
    readFileSync(join(root, folder, file), 'utf8')
      .split('\n')
      .forEach((line, index) => {
        if (open === undefined) {
          if (line.trim() === '* @example') open = { place: `${folder}/${file}:${index + 1}`, lines: [], indent: line.indexOf('*') + 2 };
        } else if (line.trim() === '*/') {
          found.push({ place: open.place, code: open.lines.join('\n'), isMember: open.indent > 3 });
          open = undefined;
        } else open.lines.push(line.slice(open.indent).replaceAll('\\@', '@'));
      });
    return found;
  });
}

/** The example as a module: everything public is imported, and lines of a method stand in one. */
function moduleOf({ code }: Example): string {
  const types =
    'AuthProviderContext, AuthProviderMethods, Authenticate, HealthProbe, HookCall, HttpRoute, LogRecord, LogTransportInterface, Logger, Next, PluginHooks, PrepareIo, ProviderCredential, ToolModel, ToolResult';
  const imports = `import { ${Object.keys(sdk).join(', ')} } from '@service/sdk';\nimport type { ${types} } from '@service/sdk';\nimport { z } from 'zod';\n`;
  const inMethod = code.startsWith('throw ') || (/\bthis\./.test(code) && !/\bclass\b/.test(code));
  const body = inMethod
    ? `export class Example extends ToolContext {\n async execute(_: {}): Promise<unknown> {\n${code}\n return undefined;\n}\n}`
    : `${code}\nexport {};`;
  return `${imports}${body}\n`;
}

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2023', 'dom', 'esnext.disposable', 'esnext.decorators'],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
  customConditions: ['service-source'],
  allowImportingTsExtensions: true,
};

const examples = [...examplesOf('src/runtime/define'), ...examplesOf('src/runtime/errors')];

test('[A.comments.examples] every @example of the authoring API compiles as a user would write it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-examples-'));
  try {
    mkdirSync(join(folder, 'src'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'examples', version: '1.0.0', type: 'module' }));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    examples.forEach((example, index) =>
      writeFileSync(join(folder, 'src', `example-${index}.ts`), `// ${example.place}\n${moduleOf(example)}`),
    );
    const checked = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const faults = checked.stdout.replaceAll(/^src\/example-(\d+)\.ts/gm, (_, index: string) => examples[Number(index)]?.place ?? index);
    assert.is(faults, '');
    assert.is(checked.status, 0, checked.stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('[A.comments.examples] every decorator and builder has one', () => {
  const documented = new Set(examples.flatMap(({ code }) => [...code.matchAll(/@?\b([A-Za-z]+)(?:<[^>]*>)?\(/g)].map(([, name]) => name)));
  const makers = Object.entries(sdk).filter(([name, value]) => typeof value === 'function' && !name.toLowerCase().startsWith('service'));
  const missing = makers.map(([name]) => name).filter((name) => !documented.has(name) && !isBaseClass(name));
  assert.equal(missing, []);
  assert.ok(examples.length > 20);
});

/** Shown by the decorator that goes with them, or only caught. */
const isBaseClass = (name: string): boolean => /(?:Context|ContextBase|^Dynamic\w+|Error|^isPublicError|^InputRequired)$/.test(name);

test('[A.comments.members] the commonest options and members of contexts have an example of one to six lines', () => {
  const members = examples.filter(({ isMember }) => isMember);
  assert.ok(members.length >= 40, `${members.length} examples`);
  const isShort = ({ code }: Example): boolean => code !== '' && code.split('\n').length <= 6;
  assert.equal(
    members.filter((example) => !isShort(example)).map(({ place }) => place),
    [],
  );
});

test('[A.comments.examples] the public API shows no internals', () => {
  for (const name of ['constructWith', 'validateShape', 'joinShape', 'declaredAs', 'declarationOf', 'Respond', 'extensionMissing'])
    assert.not.ok(name in sdk, name);
});

test.run();
