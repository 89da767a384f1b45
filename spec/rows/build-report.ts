import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What `service build` tells about an artifact, and the start that shows that it answers. */
export const rows: readonly RequirementRow[] = rowsOf({
  'build.report':
    'A build tells for each target raw and gzip size, the five heaviest modules with the imports that bring them in, features with reasons, tools, token cost and digest; beside each artifact lie a CycloneDX bill of materials and the licences of what went in.',
  'build.left': 'A build of several targets ends at the first that fails and names the ones that it has not built.',
  'build.once':
    'A build of several targets reads, type-checks and evaluates the project once for all deployments that give it the same variables, and once more for each with others.',
  'build.proof':
    'A build starts what it made and tells the time to the first answer. One that does not answer is an error and nothing is written; one that says that the machine lacks a store or a variable is a warning; --no-prove starts nothing.',
  'build.sbom':
    'The bill of materials is valid under the strict CycloneDX 1.6 schema, whatever the names, versions and licences of libraries.',
  'build.equal':
    'Builds of equal sources give equal files for every target, whatever the folder, the time zone, the language and the version of Node that build.',
});
