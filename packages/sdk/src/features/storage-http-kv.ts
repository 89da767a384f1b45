export { storageHttpKv } from '../../../../src/runtime/features/storage-http-kv.ts';
