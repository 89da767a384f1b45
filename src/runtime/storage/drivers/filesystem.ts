import { randomUUID } from 'node:crypto';
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { messageOf, ServiceError, StorageConnectionError } from '../../errors/index.ts';
import type { FilesystemOptions } from '../store-options.ts';
import type { SetOptions, Store, Swap } from '../../model/store.ts';
import { describeFault, errorCode } from '../store-errors.ts';
import { FolderLock } from './folder-lock.ts';
import { namePrefix, parseHead, parseRecord, printRecord, recordName, recordPrefix, type FileRecord } from './record-file.ts';
import { plainValues, sealedValues, type ValueSeal } from './sealed-values.ts';

/** Record that each folder holds from its first opening; with another secret, or without one, it reads as another value. */
const check = { key: 'service:check', value: 'opened with the right secret', endsAt: null };

/** Records with a longer lifetime are flushed to the disk before their write is answered. Shorter-lived ones may be lost when the power fails. */
const flushedFromMs = 3_600_000;
/** A file that no process has finished writing by then was left by one that was killed. */
const draftMs = 3_600_000;
const sweepMs = 60_000;
/** A sweep that takes long comes back later: it gets a twentieth of the time. */
const restPerSweep = 19;

export interface OpenFilesystemOptions {
  readonly options: FilesystemOptions;
  readonly now?: () => number;
  /** Milliseconds between removals of records that have ended. */
  readonly sweepMs?: number;
}

/**
 * Opens or makes the folder of a store.
 * @throws {StorageConnectionError} when it cannot be written, belongs to another user, or was written with another `encryption.secret`
 */
export async function openFilesystemStore(parts: OpenFilesystemOptions): Promise<Store> {
  const store = new FilesystemStore(parts);
  await store.checkSecret();
  return store;
}

/** One file for each record. Readers see whole files only, because writers rename finished ones; writers of all processes take turns. */
export class FilesystemStore implements Store {
  readonly #folder: string;
  readonly #records: string;
  readonly #lock: FolderLock;
  readonly #values: ValueSeal;
  readonly #now: () => number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor({ now = Date.now, options, sweepMs: pauseMs = sweepMs }: OpenFilesystemOptions) {
    this.#folder = resolve(options.path);
    this.#records = join(this.#folder, 'records');
    this.#now = now;
    this.#values = valuesOf(options);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      makeOwnFolder(this.#records);
      this.#lock = new FolderLock(join(this.#folder, 'lock'));
    } catch (failure) {
      throw this.#explain(failure);
    }
    this.#sweepIn(pauseMs, pauseMs);
  }

  /** @throws {StorageConnectionError} for a folder that was written with another secret, or with none */
  async checkSecret(): Promise<void> {
    try {
      const found = await this.#guarded(() =>
        this.#lock.run(() => {
          const file = this.#fileOf(check.key);
          const before = this.#readNow(file);
          if (before === undefined) this.#replace(file, check);
          return before ?? check;
        }),
      );
      if (found.value !== check.value) throw this.#failure(otherSecret);
    } catch (failure) {
      await this.close();
      throw failure;
    }
  }

  get = async (key: string): Promise<string | undefined> => (await this.#find(key))?.value;

  set = async (key: string, value: string, { ttlMs }: SetOptions = {}): Promise<void> =>
    this.#withDraft({ key, value, endsAt: this.#endOf(ttlMs) }, (draft) => renameSync(draft, this.#fileOf(key)));

  compareAndSet = async (key: string, { expected, next, ttlMs }: Swap): Promise<boolean> => {
    // Without it every loser of a race would write a file.
    if ((await this.get(key)) !== expected) return false;
    const file = this.#fileOf(key);
    const swap = (change: () => void) => (): boolean => {
      if (this.#liveNow(file)?.value !== expected) return false;
      change();
      return true;
    };
    if (next === undefined) return this.#guarded(() => this.#lock.run(swap(() => rmSync(file, { force: true }))));
    return this.#withDraft({ key, value: next, endsAt: this.#endOf(ttlMs) }, (draft) => swap(() => renameSync(draft, file))());
  };

  delete = async (key: string): Promise<boolean> =>
    this.#guarded(() =>
      this.#lock.run(() => {
        const file = this.#fileOf(key);
        const found = this.#liveNow(file) !== undefined;
        rmSync(file, { force: true });
        return found;
      }),
    );

  keys = async (prefix: string): Promise<readonly string[]> =>
    this.#guarded(async () => {
      const start = namePrefix(prefix);
      const found: string[] = [];
      for (const name of await readdir(this.#records)) {
        const record = name.startsWith(start) ? await this.#read(join(this.#records, name)) : undefined;
        if (record !== undefined && record.key.startsWith(prefix) && !this.#hasEnded(record)) found.push(record.key);
      }
      return found;
    });

  increment = async (key: string, by: number, ttlMs?: number): Promise<number> =>
    this.#guarded(() =>
      this.#lock.run(() => {
        const file = this.#fileOf(key);
        const found = this.#liveNow(file);
        const count = Number(found?.value ?? 0) + by;
        if (!Number.isSafeInteger(count)) throw new TypeError('the value is not a counter');
        this.#replace(file, { key, value: String(count), endsAt: found === undefined ? this.#endOf(ttlMs) : found.endsAt });
        return count;
      }),
    );

  ping = async (): Promise<void> => this.#guarded(async () => accessSync(this.#records, constants.R_OK | constants.W_OK | constants.X_OK));

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isClosed = true;
  }

  /** Expiry of a value in milliseconds since the epoch; undefined when it is absent or does not expire. */
  async endOf(key: string): Promise<number | undefined> {
    return (await this.#find(key))?.endsAt ?? undefined;
  }

  /** Removes records that have ended, and drafts of processes that were killed. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.#records)) {
      if (this.#isClosed) return;
      // Most drafts are renamed by now; what is no file, or cannot be read, must not keep what comes after it for ever.
      await this.#sweepOne(name).catch(() => undefined);
    }
  }

  async #sweepOne(name: string): Promise<void> {
    const file = join(this.#records, name);
    if (!name.startsWith(recordPrefix)) {
      if ((await stat(file)).mtimeMs < Date.now() - draftMs) await rm(file, { force: true });
    } else if (hasEndedAt(await readIfThere(file), this.#now())) {
      // Another process may have renewed it meanwhile.
      await this.#lock.run(() => {
        if (hasEndedAt(readNowIfThere(file), this.#now())) rmSync(file, { force: true });
      });
    }
  }

  #sweepIn(milliseconds: number, pauseMs: number): void {
    const sweep = async (): Promise<void> => {
      const begun = performance.now();
      // What stopped it (a full disk, a file that another process removed) meets requests too, which tell of it.
      await this.sweep().catch(() => undefined);
      if (!this.#isClosed) this.#sweepIn(Math.max(pauseMs, restPerSweep * (performance.now() - begun)), pauseMs);
    };
    this.#timer = setTimeout(() => void sweep(), milliseconds).unref();
  }

  async #find(key: string): Promise<FileRecord | undefined> {
    const record = await this.#guarded(() => this.#read(this.#fileOf(key)));
    return record === undefined || this.#hasEnded(record) ? undefined : record;
  }

  async #read(file: string): Promise<FileRecord | undefined> {
    return this.#parse(file, await readIfThere(file));
  }

  #readNow(file: string): FileRecord | undefined {
    return this.#parse(file, readNowIfThere(file));
  }

  #liveNow(file: string): FileRecord | undefined {
    const record = this.#readNow(file);
    return record === undefined || this.#hasEnded(record) ? undefined : record;
  }

  #parse(file: string, contents: Buffer | undefined): FileRecord | undefined {
    if (contents === undefined) {
      // Records that cannot be seen are not absent.
      accessSync(this.#records);
      return undefined;
    }
    try {
      const record = parseRecord(contents, this.#values);
      if (record !== undefined && this.#fileOf(record.key) !== file) throw new Error('holds another record');
      return record;
    } catch (failure) {
      if (failure instanceof ServiceError) throw failure;
      throw this.#failure(`the file ${file} was damaged (${messageOf(failure)}): remove it, or restore it from a backup`);
    }
  }

  /** Writes a file beside the records, then runs a step that may rename it, while no other process writes. */
  #withDraft<T>(record: FileRecord, step: (draft: string) => T): Promise<T> {
    const draft = this.#draftName();
    return this.#guarded(async () => {
      try {
        await this.#writeDraft(draft, record);
        return await this.#lock.run(() => step(draft));
      } finally {
        await rm(draft, { force: true });
      }
    });
  }

  async #writeDraft(draft: string, record: FileRecord): Promise<void> {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(printRecord(record, this.#values));
      if (record.endsAt === null || record.endsAt > this.#now() + flushedFromMs) await file.datasync();
    } finally {
      await file.close();
    }
  }

  /** Within the lock. */
  #replace(file: string, record: FileRecord): void {
    const draft = this.#draftName();
    try {
      writeFileSync(draft, printRecord(record, this.#values), { flag: 'wx', mode: 0o600 });
      renameSync(draft, file);
    } catch (failure) {
      rmSync(draft, { force: true });
      throw failure;
    }
  }

  readonly #draftName = (): string => join(this.#records, `draft-${randomUUID()}`);

  readonly #fileOf = (key: string): string => join(this.#records, recordName(key));

  readonly #hasEnded = ({ endsAt }: FileRecord): boolean => endsAt !== null && endsAt <= this.#now();

  readonly #endOf = (ttlMs: number | undefined): number | null => (ttlMs === undefined ? null : Math.ceil(this.#now() + ttlMs));

  async #guarded<T>(step: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw this.#failure('it was closed');
    try {
      return await step();
    } catch (failure) {
      throw this.#explain(failure);
    }
  }

  #explain(failure: unknown): unknown {
    if (failure instanceof ServiceError || failure instanceof TypeError) return failure;
    return this.#failure(describeFault(failure));
  }

  readonly #failure = (reason: string): StorageConnectionError => new StorageConnectionError(`the folder ${this.#folder}`, reason);
}

const otherSecret = 'its records were written with another encryption.secret, or changed';

function valuesOf({ path, secret }: FilesystemOptions): ValueSeal {
  if (secret === undefined) return plainValues;
  const failure = (): Error => new StorageConnectionError(`the folder ${resolve(path)}`, otherSecret);
  return sealedValues({ secret, label: 'service/storage-filesystem/v1', failure });
}

/** A folder for this user alone. One that another user has made before could show and change everything. */
function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mode, uid } = lstatSync(folder);
  if (process.platform === 'win32') return;
  if (uid !== process.getuid?.() || !lstatSync(folder).isDirectory())
    throw new Error(`${folder} belongs to another user or is a link: remove it, or name another folder in \`path\``);
  if ((mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

const readIfThere = (file: string): Promise<Buffer | undefined> => readFile(file).catch(undefinedIfAbsent);

function readNowIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (failure) {
    return undefinedIfAbsent(failure);
  }
}

function undefinedIfAbsent(failure: unknown): undefined {
  if (errorCode(failure) !== 'ENOENT') throw failure;
}

/** False for a file that cannot be read: the next request for its record reports the fault. */
function hasEndedAt(contents: Buffer | undefined, now: number): boolean {
  try {
    const { endsAt } = contents === undefined ? { endsAt: null } : parseHead(contents);
    return endsAt !== null && endsAt <= now;
  } catch {
    return false;
  }
}
