// What becomes of a screening that was Pending. The interface does not show it; this is one provider's way, made up so that the node can
// be tried: asked for by its id, it is Pending a few times more, and then has its hits.
import type { Context } from 'koa';
import { answer } from './faults';
import { screenedLater, type ScreeningRecord, type ScreeningRequest } from './screening';
import type { Watchlist } from './watchlistSearch';

interface PendingScreening {
  request: ScreeningRequest;
  record: ScreeningRecord;
  asked: number;
}

/** The Pending screenings so far, by id. */
export class PendingScreenings {
  private readonly screenings = new Map<string, PendingScreening>();

  /** Gives the record of a screening back. */
  remember(request: ScreeningRequest, record: ScreeningRecord): ScreeningRecord {
    if (record.status === 'Pending') this.screenings.set(record.id, { request, record, asked: 0 });
    return record;
  }

  companyNameOf(id: string): string {
    return this.screenings.get(id)?.request.companyName ?? '';
  }

  /** @param pendingReplies how often it is still Pending */
  answer(ctx: Context, id: string, pendingReplies: number, watchlist: Watchlist): void {
    const screening = this.screenings.get(id);
    if (!screening) {
      answer(ctx, 404, { statusCode: 404 });
      return;
    }
    screening.asked += 1;
    const { request, record } = screening;
    answer(ctx, 200, screening.asked <= pendingReplies ? record : screenedLater(request, record, watchlist));
  }
}
