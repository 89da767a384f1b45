import type { StoreCommand, StoreReply } from '../storage/drivers/durable-object.ts';

/** As far as the state of an object is used. */
export interface ObjectState {
  readonly storage: {
    readonly sql: { exec(statement: string, ...values: readonly (string | number)[]): Iterable<Readonly<Record<string, unknown>>> };
    getAlarm(): Promise<number | null>;
    setAlarm(time: number): Promise<void>;
  };
  blockConcurrencyWhile(work: () => Promise<void>): Promise<void>;
}

/** The end of a record that stays until it is deleted. */
const never = Number.MAX_SAFE_INTEGER;
/** Records that have ended are absent at once; they are removed together. */
const sweepMs = 60_000;

/** Records that make room for later ones: those whose keys begin so, when all records together have this many characters. */
export interface StoreRoom {
  readonly maxCharacters: number;
  readonly prefix: string;
}

/** Records of a server, in the SQLite database of a Durable Object. No step waits between reading and writing, so each is atomic. */
export class ServiceStore {
  readonly #storage: ObjectState['storage'];
  #hasTable: boolean;
  readonly #room: StoreRoom | undefined;
  #alarmAt = Infinity;
  /** At least as many as there are. */
  #characters: number;

  constructor(state: ObjectState, room?: StoreRoom) {
    this.#storage = state.storage;
    this.#room = room;
    this.#hasTable = [...this.#storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'records'")].length > 0;
    this.#characters = this.#count();
    void state.blockConcurrencyWhile(async () => {
      this.#alarmAt = (await state.storage.getAlarm()) ?? Infinity;
    });
  }

  /** Only bindings reach it: its callers are workers of the same account. */
  async fetch(request: Request): Promise<Response> {
    const command = (await request.json()) as StoreCommand;
    const reply = this.#follow(command);
    if ('ttlMs' in command && command.ttlMs !== undefined) await this.#sweepFrom(Date.now() + command.ttlMs);
    return Response.json(reply);
  }

  get isEmpty(): boolean {
    return this.#run('SELECT 1 FROM records LIMIT 1').length === 0;
  }

  /** Removes what has ended, and comes back for the rest. */
  async alarm(): Promise<void> {
    this.#alarmAt = Infinity;
    this.#run('DELETE FROM records WHERE ends <= ?', Date.now());
    const [next] = this.#run('SELECT min(ends) AS ends FROM records WHERE ends < ?', never);
    if (typeof next?.['ends'] === 'number') await this.#sweepFrom(next['ends']);
  }

  #follow(command: StoreCommand): StoreReply {
    switch (command.operation) {
      case 'get':
        return { value: this.#find(command.key)?.value };
      case 'set':
        return { value: this.#put(command.key, command.value, endOf(command.ttlMs)) };
      case 'compareAndSet':
        if (this.#find(command.key)?.value !== command.expected) return { value: false };
        if (command.next === undefined) this.#drop(command.key);
        else this.#put(command.key, command.next, endOf(command.ttlMs));
        return { value: true };
      case 'delete': {
        const found = this.#find(command.key) !== undefined;
        if (found) this.#drop(command.key);
        return { value: found };
      }
      case 'keys':
        return { value: this.#keys(command.prefix) };
      case 'increment':
        return this.#add(command);
      case 'ping':
        return {};
    }
  }

  #add({ by, key, ttlMs }: StoreCommand & { operation: 'increment' }): StoreReply {
    const found = this.#find(key);
    const count = Number(found?.value ?? 0) + by;
    if (!Number.isSafeInteger(count)) return { refused: 'the value is not a counter' };
    this.#put(key, String(count), found?.ends ?? endOf(ttlMs));
    return { value: count };
  }

  #find(key: string): { readonly value: string; readonly ends: number } | undefined {
    const [row] = this.#run('SELECT value, ends FROM records WHERE key = ? AND ends > ?', key, Date.now());
    return row === undefined ? undefined : { value: String(row['value']), ends: Number(row['ends']) };
  }

  #put(key: string, value: string, ends: number): void {
    this.#makeTable();
    this.#makeRoom(value.length);
    this.#run('INSERT OR REPLACE INTO records (key, value, ends) VALUES (?, ?, ?)', key, value, ends);
  }

  #count(): number {
    return this.#room === undefined ? 0 : Number(this.#run('SELECT total(length(value)) AS sum FROM records')[0]?.['sum'] ?? 0);
  }

  /** The oldest go first, a quarter at a time: to count is to read all. */
  #makeRoom(characters: number): void {
    if (this.#room === undefined) return;
    const { maxCharacters, prefix } = this.#room;
    this.#characters += characters;
    if (this.#characters <= maxCharacters) return;
    this.#run('DELETE FROM records WHERE ends <= ?', Date.now());
    this.#characters = this.#count() + characters;
    if (this.#characters <= maxCharacters) return;
    const oldest = this.#run(
      'SELECT key, length(value) AS size FROM records WHERE key >= ? AND key < ? ORDER BY ends',
      prefix,
      `${prefix}\u{10FFFF}`,
    );
    for (const { key, size } of oldest) {
      if (this.#characters <= maxCharacters * 0.75) return;
      this.#drop(String(key));
      this.#characters -= Number(size);
    }
  }

  #drop(key: string): void {
    this.#run('DELETE FROM records WHERE key = ?', key);
  }

  /** Keys lie in the order of their bytes, and no character is above the last of Unicode. */
  #keys(prefix: string): readonly string[] {
    const rows = this.#run('SELECT key FROM records WHERE key >= ? AND key < ? AND ends > ?', prefix, `${prefix}\u{10FFFF}`, Date.now());
    return rows.map((row) => String(row['key']));
  }

  /** With the first record: nothing would remove the table of an object that was only asked for what it does not have. */
  #makeTable(): void {
    if (this.#hasTable) return;
    const { sql } = this.#storage;
    sql.exec('CREATE TABLE IF NOT EXISTS records (key TEXT PRIMARY KEY, value TEXT NOT NULL, ends REAL NOT NULL) WITHOUT ROWID');
    sql.exec('CREATE INDEX IF NOT EXISTS record_ends ON records (ends)');
    this.#hasTable = true;
  }

  #run(statement: string, ...values: readonly (string | number)[]): readonly Readonly<Record<string, unknown>>[] {
    return this.#hasTable ? [...this.#storage.sql.exec(statement, ...values)] : [];
  }

  /** One alarm for all that ends within a minute: each is a write of its own. */
  async #sweepFrom(ends: number): Promise<void> {
    const at = Math.max(ends, Date.now()) + sweepMs;
    if (at >= this.#alarmAt) return;
    this.#alarmAt = at;
    await this.#storage.setAlarm(at);
  }
}

const endOf = (ttlMs: number | undefined): number => (ttlMs === undefined ? never : Math.min(never, Date.now() + ttlMs));
