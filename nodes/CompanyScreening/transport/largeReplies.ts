// How much the large replies of a run may have together. Each is held until the items are made, and one of many small entries takes forty
// times its size: without a bound over all of them, forty replies end n8n.
import { ReplyTooLarge } from './httpReply';

/** A record with a thousand hits has about 1 MB: hardly any reply of a run is larger. */
const LARGE_MB = 1;
const MAX_OF_RUN_MB = 32;

/** The large replies of a run together have too much, so that this one was not read. */
export class RunTooLarge extends ReplyTooLarge {
  constructor() {
    super(LARGE_MB);
  }

  readonly ofRunMb = MAX_OF_RUN_MB;
}

export class LargeReplies {
  private bytes = 0;

  /** Counts a reply while it is read. */
  counting(): ReplyCount {
    let counted = 0;
    return {
      sizeIs: (size) => {
        if (size <= LARGE_MB * 1e6) return;
        this.bytes += size - counted;
        counted = size;
        if (this.bytes > MAX_OF_RUN_MB * 1e6) throw new RunTooLarge();
      },
      isNotHeld: () => {
        this.bytes -= counted;
      },
    };
  }
}

interface ReplyCount {
  /** @throws RunTooLarge */
  sizeIs: (bytes: number) => void;
  isNotHeld: () => void;
}
