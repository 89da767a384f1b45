import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

export async function probe(): Promise<string> {
  const client = new S3Client({
    region: 'eu-central-1',
    endpoint: 'http://127.0.0.1:1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    maxAttempts: 1,
  });
  return client.send(new PutObjectCommand({ Bucket: 'bucket', Key: 'key', Body: 'text' })).then(
    () => 'stored',
    (error: NodeJS.ErrnoException) => error.code ?? error.name,
  );
}
