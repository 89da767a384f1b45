/** Phase 3: declarations become the server's model with spans and facts; what only evaluation knows is left blank. */
export { type AstView, type CompletedProject, completeProject } from './ast-view.ts';
export { declaredOwners, type OwnerList, type DeclaredOwner } from './declared-owners.ts';
export { declaresExport, planRegistration } from './plan-registration.ts';
export { resolveModel } from './resolve-model.ts';
export { resolveProject, type ResolvedProject } from './resolve-project.ts';
