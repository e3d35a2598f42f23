import type { Model } from 'fhirpath';
import choiceTypePaths from 'fhirpath/fhir-context/r4/choiceTypePaths.json' with { type: 'json' };
import path2TypeSource from 'fhirpath/fhir-context/r4/path2Type.json' with { type: 'json' };
import pathsDefinedElsewhere from 'fhirpath/fhir-context/r4/pathsDefinedElsewhere.json' with { type: 'json' };
import type2Parent from 'fhirpath/fhir-context/r4/type2Parent.json' with { type: 'json' };

/** Types that only say "has parts". */
const STRUCTURAL: readonly string[] = ['Element', 'BackboneElement'];

/** The library reads one field more than its typings name. */
interface R4Model extends Model {
  readonly availableTypes: ReadonlySet<string>;
}

function build(): R4Model {
  const path2Type: Record<string, string> = {};
  const path2TypeWithoutElements: Record<string, string> = {};
  const path2RefType: Record<string, string[]> = {};
  for (const [path, type] of Object.entries(path2TypeSource)) {
    const code = typeof type === 'string' ? type : type.code;
    path2Type[path] = code;
    if (typeof type !== 'string') path2RefType[path] = [...type.refType];
    if (!STRUCTURAL.includes(code)) path2TypeWithoutElements[path] = code;
  }
  return {
    version: 'r4',
    choiceTypePaths,
    pathsDefinedElsewhere,
    type2Parent,
    path2Type,
    path2TypeWithoutElements,
    path2RefType,
    path2Repeating: {},
    resourcesWithUrlParam: {},
    availableTypes: new Set(Object.entries(type2Parent).flat()),
  };
}

/**
 * FHIR R4 as the FHIRPath library needs it: without it `answer.value` finds nothing. Put together from the library's own tables,
 * less the two that only object creation and servers need (15 kB of the form page).
 */
export const r4Model: R4Model = build();
