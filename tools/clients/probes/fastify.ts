import fastify from 'fastify';

export async function probe(): Promise<string> {
  const application = fastify();
  application.get('/', () => ({ said: 'hello' }));
  return (await application.inject('/')).body;
}
