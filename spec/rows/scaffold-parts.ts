import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What `service new` adds beside a template. */
export const rows: readonly RequirementRow[] = rowsOf({
  'new.cli-script':
    'new --target cli gives the deployment js: true, and says so, where the Node that runs cannot make an executable; elsewhere it does not.',
  'new.docker':
    'new --docker adds a Dockerfile of two stages that runs the bundle without root, with a health check that passes the host check, and a compose file.',
  'new.redis': 'new --redis keeps sessions in Redis: in the sources, in .env.example, and in the compose file, which starts it first.',
  'new.pipeline':
    'new --cicd github or gitlab adds a pipeline that checks, tests, compares the contract (findings as SARIF) and builds every target; its commands work in the project.',
  'new.platforms':
    'new --target serverless_a adds vercel.json as a build writes it, serverless_b a SAM template with a function URL that streams and secrets as hidden parameters; --cicd github adds a workflow that deploys them, with secrets as variables; README.md names the commands.',
  'new.refuses':
    'Parts that do not go together (Docker without node, Redis with worker) and unknown targets are refused before anything is made.',
});
