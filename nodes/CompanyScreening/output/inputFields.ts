// The fields of the input item after those of this node (option Include Input Fields).
import { deepCopy, type IDataObject } from 'n8n-workflow';

const PREFIX = 'input_';

/**
 * A field whose name is one of ours gets a prefix in every item, so that a column has one meaning.
 *
 * @param ourKeys every key that an item of this run may have
 */
export function withInputFields(
  json: IDataObject,
  input: IDataObject,
  ourKeys: ReadonlySet<string>,
): IDataObject {
  const behind: IDataObject = {};
  for (const [name, value] of Object.entries(deepCopy(input))) {
    let free = name;
    while (
      ourKeys.has(free) ||
      free in json ||
      free in behind ||
      (free !== name && Object.hasOwn(input, free))
    ) {
      free = PREFIX + free;
    }
    behind[free] = value;
  }
  return { ...json, ...behind };
}

/** The same for raw items: all of the input is in one field. */
export function withInput(json: IDataObject, input: IDataObject): IDataObject {
  return { ...json, input: deepCopy(input) };
}
