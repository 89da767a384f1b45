import { row } from '../catalog-row.ts';

/** Findings about who may use a server and its entries. */
export const accessRows = {
  'unknown-profile': row<{ entry: string; name: string; profiles: readonly string[] }>({
    severity: 'error',
    message: ({ entry, name }) =>
      `\`authorities\` of the ${entry} names the profile "${name}", which \`authorities.profiles\` of @Service does not have`,
    hint: ({ profiles }) => (profiles.length > 0 ? `Known here: ${profiles.join(', ')}` : 'Add it: `authorities: { profiles: { … } }`'),
    explain: {
      cause:
        'An entry names its policy by a profile of the server; without the profile no caller could be admitted, and the server does not start.',
      example: "@Tool({ name: 'wipe', authorities: 'admins' })   // profiles: { admin: … }",
      fix: "@Tool({ name: 'wipe', authorities: 'admin' })",
    },
  }),
};
