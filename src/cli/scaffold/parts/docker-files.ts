import { stringify } from 'yaml';
import { type PartFile, type Parts, commandsOf } from './part-file.ts';
import { nodeVersion } from './project-files.ts';

/** An image of the bundle alone, and what runs it on one machine. */
export const dockerFiles = (name: string, parts: Parts): readonly PartFile[] => [
  { path: 'Dockerfile', text: printDockerfile(name, parts) },
  { path: '.dockerignore', text: ['node_modules', 'dist', '.service', '.git', '.env', '.env.*', '!.env.example', ''].join('\n') },
  { path: 'docker/health.mjs', text: healthCheck },
  { path: 'compose.yaml', text: stringify(composeOf(parts)) },
];

function printDockerfile(name: string, { packageManager }: Parts): string {
  const { install, lockFile, service } = commandsOf(packageManager);
  return `FROM node:${nodeVersion}-slim AS build
WORKDIR /app
${packageManager === 'npm' ? '' : 'RUN corepack enable\n'}COPY package.json ${lockFile} ./
RUN ${install}
COPY . .
RUN ${service} build --target node --out-dir /out

FROM node:${nodeVersion}-slim
WORKDIR /app
ENV NODE_ENV=production SERVICE_BIND_ADDRESS=all PORT=3000
COPY --from=build /out/node ./
COPY docker/health.mjs ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "health.mjs"]
CMD ["node", "${name}.bundle.js"]
`;
}

const healthCheck = `// Asks the server beside it whether it is ready, under a name that its host check knows.
import { get } from 'node:http';

const { PORT = '3000', SERVICE_ALLOWED_HOSTS = '', SERVICE_PUBLIC_URL } = process.env;
const [allowed] = SERVICE_ALLOWED_HOSTS.split(',').filter((name) => name.trim() !== '');
const host = allowed?.trim() ?? (SERVICE_PUBLIC_URL ? new URL(SERVICE_PUBLIC_URL).host : '127.0.0.1');

get({ host: '127.0.0.1', port: PORT, path: '/readyz', headers: { host }, timeout: 2000 }, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1);
})
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
`;

function composeOf({ redis }: Parts): object {
  const environment = { SERVICE_ALLOWED_HOSTS: 'localhost,127.0.0.1' };
  const server = {
    build: '.',
    ports: ['127.0.0.1:3000:3000'],
    environment: redis
      ? { ...environment, REDIS_URL: 'redis://redis:6379', MCP_SESSION_SECRET: '${MCP_SESSION_SECRET:?set it in .env}' }
      : environment,
    ...(redis ? { depends_on: { redis: { condition: 'service_healthy' } } } : {}),
    restart: 'unless-stopped',
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  };
  if (!redis) return { services: { server } };
  const store = {
    image: 'redis:8-alpine',
    command: ['redis-server', '--appendonly', 'yes'],
    healthcheck: { test: ['CMD', 'redis-cli', 'ping'], interval: '5s', timeout: '3s', retries: 5 },
    volumes: ['redis:/data'],
    restart: 'unless-stopped',
  };
  return { services: { server, redis: store }, volumes: { redis: {} } };
}
