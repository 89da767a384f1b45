import { type PartFile, type Parts, commandsOf } from './part-file.ts';

/** The version of Node that pipelines and images run. */
export const nodeVersion = '24';

export const nodeVersionFile: PartFile = { path: '.nvmrc', text: `${nodeVersion}\n` };

/** For an agent that reads no other file: it takes in the one for all. */
export const agentPointer: PartFile = { path: 'CLAUDE.md', text: '@AGENTS.md\n' };

/** Appended to `.env.example`. */
export const redisVariables = `# REDIS_URL=redis://127.0.0.1:6379
# One value for all instances, of at least 32 bytes: openssl rand -base64 32
# MCP_SESSION_SECRET=
`;

/** AGENTS.md for coding agents: purpose of the project, its checks, and common mistakes. */
export function agentsFile({ packageManager, redis }: Parts): PartFile {
  const { run, service } = commandsOf(packageManager);
  const text = `# For coding agents

An MCP server: decorated classes in \`src/\`, compiled by \`service\` into one bundle for each target in \`service.config.ts\`.

| Task | Command |
| --- | --- |
| Types, decorators, security findings | \`${run} check\` |
| What clients see and what it costs a model | \`${run} inspect\` |
| Build, start and call it | \`${run} test\` |
| What a change breaks for clients | \`${service} contract diff\` |
| A new tool, resource, prompt or provider | \`${service} generate tool <name>\` |
| Why a finding is reported | \`${service} explain <code>\` |

- A tool is a class with \`@Tool\` in a file of its own, listed by its app. Input is a zod schema; its inferred type is the parameter of \`execute\`.
- \`dist/\` and \`.service/\` are made by builds: never edit them.
- Write nothing to standard output: over stdio it carries the protocol. Use \`this.logger\`.
- Secrets come from variables (\`.env.example\` lists them), never from sources.
- After a build that clients may rely on, copy \`dist/node/contract.json\` beside \`service.config.ts\` and commit it: later changes are compared with it.
${redis ? '- Sessions are in Redis: tests and `dev` need one at `REDIS_URL`, and `MCP_SESSION_SECRET`.\n' : ''}`;
  return { path: 'AGENTS.md', text };
}
