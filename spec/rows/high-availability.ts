import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Several nodes behind one address. */
export const rows: readonly RequirementRow[] = rowsOf({
  'S4.3.distributed': 'The distributed build emits index.js, serverless-setup.js (sets the deployment mode) and a bundle like node.',
  'S5.7.machine-id':
    'MACHINE_ID, else the host name (distributed), random (serverless), else a file 0600 outside production at MACHINE_ID_PATH.',
  'S5.7.redis.build': 'Needs redis, else HA_CONFIGURATION_ERROR: said by the build where code, config and target decide it.',
  'S5.7.cookie.build': 'A cookie for load balancers on a server that is not one of several instances is a warning of the build.',
  'S5.7.heartbeat': 'mcp:ha:heartbeat:<node> = { nodeId, startedAt, lastBeat, sessionCount }, every 10000 ms, for 30000 ms.',
  'S5.7.claim': 'A session is claimed by an atomic compare-and-set; the loser gets SESSION_CLAIM_CONFLICT.',
  'S5.7.takeover': 'Sessions of a node whose heartbeat ended are taken over after the grace, each by one node.',
  'S5.7.notify':
    'Notifications for a session of another node go by channel mcp:ha:notify:<node>, which is believed nothing but what nodes say.',
  'S5.7.affinity': 'Answers carry the cookie __service_node and the header X-Service-Machine-Id.',
  'S5.7.cookie': 'deployments[].server.cookies name the cookie, its domain and SameSite; a forged one decides nothing.',
  'S5.7.redis': 'Without Redis: HA_CONFIGURATION_ERROR.',
  'S5.7.variables': 'deployments[].ha as variables; bad values stop the start, all at once.',
  'S5.7.restarts': 'Behind a round-robin proxy a client goes on through restarts of any node.',
  'S5.7.health': 'Readiness has the probe ha; another process of the same name is told of.',
  'S5.7.store.back': 'Signs of life that ended with the store are no sign of death.',
  'S5.7.dropped': 'A server that is not one of several has nothing of it in its bundle.',
});
