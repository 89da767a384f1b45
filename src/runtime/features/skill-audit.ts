import { createSkillAudit } from '../mcp/skills/skill-audit.ts';
import { defineFeature } from './application/define-feature.ts';

/** Records of who read which skills (`skillsConfig.audit`). */
export const skillAudit = defineFeature('skill-audit', ({ logger, runtime }) => {
  const { audit } = runtime.declared.skillsConfig ?? {};
  if (audit?.enabled !== true) return {};
  const log = (record: Readonly<Record<string, unknown>>): void => logger.info('skills were read', record);
  const recordSkillUse = createSkillAudit(audit, { now: runtime.now, log, server: runtime.model.info.name });
  return { provides: { skillAudit: recordSkillUse }, context: { recordSkillUse } };
});
