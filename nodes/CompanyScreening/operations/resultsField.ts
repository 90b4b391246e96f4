// The parameter "Results" of an operation whose items can be split over several outputs.
import type { INodeProperties } from 'n8n-workflow';

import type { SplitOutputs } from './operation';

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five'];

/** The field for these outputs. */
export function resultsField(split: SplitOutputs): INodeProperties {
  const names = split.map(({ name }) => name);
  return {
    displayName: 'Results',
    name: 'outputMode',
    type: 'options',
    // n8n draws the outputs before it knows the items, so an expression would lose some.
    noDataExpression: true,
    options: [
      {
        name: 'In One Output',
        value: 'single',
        description: 'All items together; the field "outcome" tells them apart',
      },
      {
        name: `In ${COUNTS[names.length] ?? names.length} Outputs: ${names.join(', ')}`,
        value: 'byOutcome',
        description: `Errors that do not stop the workflow go to ${names.at(-1)}. Connect all of them: n8n drops the items of an output that is not connected.`,
      },
    ],
    default: 'single',
    // An agent only sees the first output: an item of another one would look like no answer at all.
    displayOptions: { hide: { '@tool': [true] } },
    description: 'How to return the items',
    builderHint: {
      propertyHint: `byOutcome gives the outputs ${names.join(', ')} with the indexes 0 to ${names.length - 1}. Connect all of them: n8n drops the items of an output that is not connected. An AI agent sees the first output only: leave it at single in a tool.`,
    },
  };
}
