import { createSkillAudit } from '../mcp/skills/skill-audit.ts';
import { defineFeature } from './application/define-feature.ts';

/** Records of who read which skills (`skillsConfig.audit`). */
export const skillAudit = defineFeature('skill-audit', ({ logger, runtime }) => {
  const { audit } = runtime.declared.skillsConfig ?? {};
  if (audit?.enabled !== true) return {};
  const log = (record: Readonly<Record<string, unknown>>): void => logger.info('skills were read', record);
  const later = (ms: number, run: () => Promise<void>): void => {
    const failed = (failure: unknown): void => logger.error('the length of the chain of records was not recorded', { failure });
    // A longer time overflows, and the timer would end at once.
    const timer = setTimeout(() => void run().catch(failed), Math.min(ms, 0x7fff_ffff));
    // It holds no process open; a platform without processes has numbers here.
    if (typeof timer === 'object') timer.unref();
  };
  const recordSkillUse = createSkillAudit(audit, { now: runtime.now, log, server: runtime.model.info.name, later });
  return { provides: { skillAudit: recordSkillUse }, context: { recordSkillUse } };
});
