// Everything that `npm run lint:docs` checks.
import { canvasProblems } from './canvases';
import { composeProblems } from './compose';
import { contentsProblems } from './contents';
import { fieldProblems } from './fields';
import { wrongFigures } from './figures';
import { unknownLabels, wrongDefaults } from './labels';
import { brokenLinks } from './links';
import { lostItemProblems } from './lostItems';
import type { Read } from './pages';
import { folderProblems } from './folders';
import { longPages, longSentences } from './sentences';

/** The problems of the texts of the project, each with its place. */
export function problemsOf(read: Read): string[] {
  return [
    brokenLinks,
    longSentences,
    longPages,
    unknownLabels,
    wrongDefaults,
    wrongFigures,
    fieldProblems,
    contentsProblems,
    canvasProblems,
    lostItemProblems,
    composeProblems,
    folderProblems,
  ].flatMap((check) => check(read));
}
