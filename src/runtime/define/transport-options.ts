import type { RedisOptions, SqliteOptions } from './store-options.ts';

/** A preset with some of its flags changed. */
export interface TransportProtocolOptions {
  /** Preset that the flags beside it change. @default 'legacy' */
  readonly preset?: 'legacy' | 'modern' | 'stateless-api' | 'full';
  /**
   * Streams of the server; off beside `stateless`, `streamable` and `legacy` it serves older clients without sessions.
   * @noEffect unless true when transport.protocol.stateless is not true and transport.protocol.preset is not 'stateless-api': a server
   * with sessions has streams of its own
   */
  readonly sse?: boolean;
  /**
   * As `sse`.
   * @noEffect unless true when transport.protocol.stateless is not true and transport.protocol.preset is not 'stateless-api': a server
   * with sessions has streams of its own
   */
  readonly streamable?: boolean;
  /**
   * Has no effect: an answer is JSON when nothing is sent before it.
   * @noEffect even false: an answer is JSON when nothing is sent before it
   */
  readonly json?: boolean;
  /** No sessions for clients that open with `initialize`. */
  readonly stateless?: boolean;
  /** The pair `/sse` and `/message` of 2024-11-05. */
  readonly legacy?: boolean;
  /** Refuses a request that names no session. */
  readonly strictSession?: boolean;
}

/** Transports and sessions (`transport`). */
export interface TransportOptions {
  /** Preset of the transports offered. @default 'legacy' */
  readonly protocol?: 'legacy' | 'modern' | 'stateless-api' | 'full' | TransportProtocolOptions;
  /** Whether older clients get sessions. @default 'stateful' */
  readonly sessionMode?: 'stateful' | 'stateless';
  /**
   * Store of sessions: { redis } or { sqlite }.
   * @rule persistence
   * @unlisted
   */
  readonly persistence?:
    | false
    | {
        /** Store of sessions in Redis. */
        readonly redis?: RedisOptions;
        /** Store of sessions in a file. */
        readonly sqlite?: SqliteOptions;
        /** Milliseconds that a session is kept. */
        readonly defaultTtlMs?: number;
      };
  /** Several instances serve together. */
  readonly distributedMode?: boolean | 'auto';
  /** Keep request providers per session. @noEffect providers of scope context are built for each request; scope global keeps one */
  readonly providerCaching?: boolean;
  /**
   * Streams that a client can come back to with Last-Event-ID.
   * @noEffect when transport.eventStore.enabled is absent: no events are kept without transport.eventStore.enabled: true
   */
  readonly eventStore?: {
    /** Keep what was sent. @default false */
    readonly enabled?: boolean;
    /** Store of the events. @default 'memory' */
    readonly provider?: 'memory' | 'redis';
    /**
     * Events kept of all sessions together.
     * @default 10_000
     * @minimum 1
     */
    readonly maxEvents?: number;
    /**
     * Milliseconds that an event is kept.
     * @default 300_000
     * @minimum 1
     */
    readonly ttlMs?: number;
  };
  /**
   * Own rules for naming the AI platform.
   * @unlisted
   * @noEffect the platform is guessed by the rules that are built in; read `this.clientInfo` for others
   */
  readonly platformDetection?: {
    /** Rules in the order in which they are tried. */
    readonly mappings?: readonly {
      /** Text that the client's name is compared with. */
      readonly pattern: string;
      /** Name of the platform. */
      readonly platform: string;
    }[];
    /** Leave out the built-in rules. */
    readonly customOnly?: boolean;
  };
}

/** Tool calls that go on in the background. */
export interface TaskOptions {
  /** False runs every call to its end before answering; a tool that needs tasks is then refused at start. @default true */
  readonly enabled?: boolean;
  /** Milliseconds that a task and its result are kept. @default 3_600_000 */
  readonly defaultTtlMs?: number;
  /** Milliseconds that no task is kept longer than. @default 86_400_000 */
  readonly maxTtlMs?: number;
  /** Milliseconds that clients are asked to leave between two looks. @default 2000 */
  readonly defaultPollIntervalMs?: number;
  /** Unfinished tasks that one caller may have. @default 16 */
  readonly maxConcurrentPerSession?: number;
  /**
   * Process that runs tasks; only in-process so far.
   * @default 'in-process'
   * @accepts 'in-process' or 'cli'
   */
  readonly runner?: 'in-process';
  /**
   * Store of tasks, shared by all instances; `redis` of the server when absent.
   *
   * Without it and `tasks.sqlite`, tasks are in `redis` or `sqlite` of the server, else in memory.
   *
   * @rule redisTable
   * @unlisted
   */
  readonly redis?: RedisOptions;
  /**
   * Store of tasks on one machine.
   * @rule sqliteTable
   * @unlisted
   */
  readonly sqlite?: SqliteOptions;
  /** Prefix of keys in the store of tasks. */
  readonly keyPrefix?: string;
}
