import { issuingAuths } from '@service/sdk/model';
import { devEnvironment } from '../dev/dev-environment.ts';
import { fail, pass, warn } from './doctor-check.ts';
import type { DoctorCheck, Finding } from './doctor-check.ts';

/** Least length of a secret that signs or seals; 32 random bytes are 43 characters of base64url. */
const minLength = 32;

const make = 'Make one with `openssl rand -base64 32`';

/** Secrets that the server needs are there and long; they are measured, never shown. */
export const checkSecrets: DoctorCheck = async ({ project, call, analysis }) => {
  const env = project === undefined ? call.env : devEnvironment(project, call.env, 0);
  const server = (await analysis())?.model?.server;
  const signsTokens = server !== undefined && issuingAuths(server).length > 0;
  return ['MCP_SESSION_SECRET', 'JWT_SECRET'].flatMap((name): readonly Finding[] => {
    const length = env[name]?.length ?? 0;
    if (length > 0)
      return [
        length >= minLength
          ? pass('secrets', `${name} is set and long enough`)
          : fail('secrets', `${name} has fewer than ${minLength} characters`, make),
      ];
    if (name !== 'JWT_SECRET' || !signsTokens) return [];
    return [
      warn(
        'secrets',
        'JWT_SECRET is not set: tokens end with every restart, and a start with NODE_ENV=production is refused',
        `${make} and put it into .env`,
      ),
    ];
  });
};
