// The pictures of docs/register.md, taken on the way of a person through the register.
import type { Page } from 'playwright-core';
import { until } from '../../support/waiting';
import { startRegister } from '../register/registerInN8n';
import { areaOf, picture, widen } from './documentPictures';
import { useRegister, type Views } from './registerSteps';

/** Takes them, in an n8n of its own, which is killed on the way. */
export async function registerPictures(): Promise<void> {
  const register = await startRegister();
  try {
    await useRegister(register, pictures);
  } finally {
    await register.stop();
  }
}

const pictures: Views = {
  canvas: firstPart,
  table: async (page) => {
    await page.setViewportSize({ width: 1160, height: 900 });
    const { x, width } = await areaOf(page.getByTestId('data-table-grid'));
    await picture(page, 'register-table', { x, y: 0, width, height: 420 });
  },
  personDecides: async (output) => {
    await widen(output.page(), 400);
    await picture(output.page(), 'register-person-decides', { ...(await areaOf(output)), height: 420 });
  },
  summary: async (output) => {
    await output.getByTestId('radio-button-json').click();
    await picture(output.page(), 'register-summary', { ...(await areaOf(output)), height: 330 });
  },
};

const noteWidth = 1_100;

/** The note that says what to fill in, with the nodes below it, large enough to read. */
async function firstPart(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 1200 });
  await page.waitForTimeout(1_000);
  await page.getByTestId('zoom-to-fit').click();
  const note = page.getByTestId('sticky').filter({ hasText: '1. What to fill in' });
  const { x, y } = await areaOf(note);
  await page.mouse.move(x + 2, y + 2);
  await page.keyboard.down('Control');
  const isLarge = async (): Promise<boolean> => {
    if ((await areaOf(note)).width >= noteWidth) return true;
    await page.mouse.wheel(0, -60);
    return false;
  };
  await until('the note could be read', isLarge, { everyMs: 200 });
  await page.keyboard.up('Control');
  await picture(page, 'register-canvas', await areaOf(note));
  await page.setViewportSize({ width: 1440, height: 900 });
}
