import { rowsOf, type RequirementRow } from '../requirement-row.ts';

export const rows: readonly RequirementRow[] = rowsOf({
  'P5.bundle.no-zod': 'When every schema of a server compiles, zod is not in its bundle, on every target.',
  'P5.bundle.same-answers':
    'A bundle with tables gives the answers of a bundle with zod: values, defaults, coercions, transforms, texts of errors.',
  'P5.bundle.callbacks': 'Functions of a schema keep their scope in a bundle: the place, the module, an import.',
  'P5.bundle.questions': 'A schema inside a handler (`elicit`) leaves the bundle too.',
  'P5.bundle.sites':
    'Only what the sources alone decide is evaluated at build: a schema that time, environment, variables or packages decide stays.',
  'P5.bundle.constants': 'Constants that do nothing but make schemas leave the bundle with whoever used them.',
  'P5.bundle.keeps-zod': 'A schema that cannot compile keeps its zod object and works as before, beside tables.',
  'P5.bundle.report': 'The build report names the tool and the line, or the package, that brought zod in.',
  'P5.bundle.places': 'Findings name the places of the sources as they were written, whatever a build puts in.',
  'P5.start.settled': 'Options that the sources decide are read and checked at build, once; those that the place decides, at every start.',
  'P5.bundle.context':
    'A feature that serves members of the context objects is in the bundle only where an entry uses one of them, or may use any.',
});
