import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { unresolvedFinding } from './unresolved-finding.ts';

test('[findings.unresolved] an import that leads nowhere says what to do, by what is written and what is installed', () => {
  const root = mkdtempSync(join(tmpdir(), 'service-unresolved-'));
  try {
    for (const name of ['present', '@scope/present']) mkdirSync(join(root, 'node_modules', name), { recursive: true });
    const hint = (name: string): string | undefined => unresolvedFinding({ name, importer: join(root, 'src/deep/main.ts') }, {}).hint;
    for (const path of ['./missing.ts', '../missing', '/missing'])
      assert.is(hint(path), 'Correct the path: it begins at the folder of the file that imports, and no module is there');
    assert.is(hint('#lib/a'), 'Correct the name, or add "#lib/a" to `imports` of package.json');
    for (const [name, installed] of [
      ['absent', 'absent'],
      ['absent/lib/a.js', 'absent'],
      ['@scope/absent', '@scope/absent'],
      ['@scope/absent/a', '@scope/absent'],
    ] as const)
      assert.is(hint(name), `Run \`npm install ${installed}\`, or correct the name`);
    for (const [name, installed] of [
      ['present', 'present'],
      ['@scope/present/a', '@scope/present'],
    ] as const)
      assert.is(hint(name), `${installed} is installed and has no such module for this target: correct the path, or use another package`);
    // Nothing that a shell would read as more than a name is part of a command.
    for (const name of ['node:nothing', 'fs', 'a;b', '$(x)', '@scope', 'node_modules']) assert.is(hint(name), 'Correct the name', name);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test.run();
