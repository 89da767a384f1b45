import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Verdicts } from './verdicts.ts';

test('a run knows what earlier ones found out and keeps what others find meanwhile; one afresh knows only its own', () => {
  const root = mkdtempSync(join(tmpdir(), 'service-verdicts-'));
  try {
    const first = new Verdicts(root, false);
    first.set('a', { by: 'a.test.ts' });
    first.set('b', 'survived');
    const [second, afresh] = [new Verdicts(root, false), new Verdicts(root, true)];
    assert.equal([second.get('a'), second.get('b'), second.get('c')], [{ by: 'a.test.ts' }, 'survived', undefined]);
    second.set('b', { by: 'b.test.ts' });
    afresh.set('c', 'survived');
    assert.equal([afresh.get('a'), afresh.get('b'), afresh.get('c')], [undefined, undefined, 'survived']);
    const third = new Verdicts(root, false);
    assert.equal([third.get('a'), third.get('b'), third.get('c')], [{ by: 'a.test.ts' }, { by: 'b.test.ts' }, 'survived']);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test.run();
