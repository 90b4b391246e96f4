import { InvalidItem } from '../../../nodes/CompanyScreening/names/invalidItem';

/** What is wrong with a list, and what to do, in one text. */
export function complaintIn(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof InvalidItem) return `${error.message} ${error.advice}`;
    throw error;
  }
  throw new Error('It was read.');
}
