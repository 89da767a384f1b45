import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createJwks, type KeepKey } from '../features/jwks.ts';
import { defineFeature } from '../features/application/define-feature.ts';
import type { JsonObject } from '../model/index.ts';

/** On Node, outside production, the key outlives the process: `.service/keys/jwks.json` in the working directory. */
export const jwks = defineFeature('jwks', () => createJwks(keepPublicKey));

/** The key of the last run, else a new one that is there for the next. A server must not fail for want of a file. */
const keepPublicKey: KeepKey = async (make, logger) => {
  // A build replaces its output folder and refuses what it did not write there.
  if (isOutputFolder(process.cwd())) return make();
  const folder = join(process.cwd(), '.service', 'keys');
  const file = join(folder, 'jwks.json');
  const kept = await readKey(file);
  if (kept !== undefined) return kept;
  const made = await make();
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await place(file, made);
  } catch (failure) {
    logger.warn(`the key of jwks.json could not be kept in ${folder}: the next start shows another one`, { failure });
    return made;
  }
};

/** Whole or not at all; of two processes the one that was faster decides. */
async function place(file: string, key: JsonObject): Promise<JsonObject> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(key)}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // A file that exists by now and holds no valid key is useless.
    if ((await readKey(file)) === undefined) await rm(file, { force: true });
    await link(draft, file);
  } catch (failure) {
    const other = await readKey(file);
    if (other === undefined) throw failure;
    return other;
  } finally {
    await rm(draft, { force: true });
  }
  return key;
}

async function readKey(file: string): Promise<JsonObject | undefined> {
  try {
    const { alg, e, kid, kty, n, use } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    // Members are copied by name: other contents of the file must not be published.
    if (kty !== 'RSA' || typeof n !== 'string' || typeof e !== 'string' || typeof kid !== 'string') return undefined;
    return use === 'sig' && alg === 'RS256' ? { kty, use, alg, kid, n, e } : undefined;
  } catch {
    return undefined;
  }
}

/** The bundle that runs and the contract of its build are here. */
const isOutputFolder = (folder: string): boolean =>
  dirname(resolve(process.argv[1] ?? '')) === folder && existsSync(join(folder, 'contract.json'));
