import { Server, ServerCredentials } from '@grpc/grpc-js';

export async function probe(): Promise<string> {
  const server = new Server();
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, found) => (error ? reject(error) : resolve(found)));
  });
  server.forceShutdown();
  return port > 0 ? 'bound' : 'not bound';
}
