import { BSON, MongoClient } from 'mongodb';

export async function probe(): Promise<string> {
  const bytes = BSON.serialize({ name: 'Ada' });
  const client = new MongoClient('mongodb://127.0.0.1:1', { serverSelectionTimeoutMS: 200 });
  return client.connect().then(
    () => 'connected',
    (error: Error) => `${String(BSON.deserialize(bytes)['name'])} ${error.name}`,
  );
}
