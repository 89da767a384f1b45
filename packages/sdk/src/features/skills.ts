export { skills } from '../../../../src/runtime/features/skills.ts';
