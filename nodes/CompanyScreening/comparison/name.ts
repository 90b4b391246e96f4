// Names are the same if they are written alike. Case and white space do not count; everything else does.
import { plainText } from '../names/plainText';
import { evened, isLatin, type Match } from './match';

export function sameName(ours: unknown, theirs: unknown): Match {
  const [our, their] = [written(ours), written(theirs)];
  if (our === '' || their === '') return 'unknown';
  if (our === their) return 'same';
  return isLatin(our) && isLatin(their) ? 'different' : 'unknown';
}

function written(name: unknown): string {
  return evened(plainText(name)).replaceAll(/\s+/g, ' ');
}
