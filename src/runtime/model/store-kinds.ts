export type StoreKind = 'redis' | 'http-kv' | 'durable-object' | 'worker-kv' | 'filesystem' | 'sqlite' | 'auto';
