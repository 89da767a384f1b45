const byBuild = 'the build decides it; use --target';

/** Documented variables that nothing reads, each with what to set instead: the start says so. */
export const unreadVariables = {
  SERVICE_BUILD_TARGET: byBuild,
  SERVICE_PROVIDER: byBuild,
  SERVICE_WORKER: byBuild,
  SERVICE_SERVERLESS: 'set SERVICE_DEPLOYMENT_MODE=serverless',
  SERVICE_SQLITE_PATH: 'set the option sqlite.path',
  SERVICE_DAEMON_SOCKET: 'set SERVICE_SOCKET_PATH',
  SERVICE_RUN_TASK_ID: 'tasks run in the process of their server',
  SERVICE_SCHEMA_EXTRACT: 'use service inspect',
  SERVICE_CLI_VERBOSE: 'use --verbose',
  SERVICE_DEV_BOOTSTRAP_SENTINEL: 'service dev needs none',
  MCP_ELICITATION_SECRET: 'set MCP_SESSION_SECRET, which seals questions too',
} as const;
