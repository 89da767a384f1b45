/** Phase 3: declarations become the server's model with spans and facts; what only evaluation knows is left blank. */
export type { AstView } from './ast-view.ts';
export { compareViews } from './compare-views.ts';
export { completeModel } from './complete-model.ts';
export { contextMembersOf } from './context-members.ts';
export { listedDeclarations } from './listed-declarations.ts';
export { optionSpan } from './option-span.ts';
export { declaredOwners } from './declared-owners.ts';
export type { OwnerList, DeclaredOwner } from './declared-owners.ts';
export { declaresExport, planRegistration } from './plan-registration.ts';
export { unsettledBy } from './settled.ts';
export { resolveModel } from './resolve-model.ts';
export { planSourceEdits } from './source-edits.ts';
