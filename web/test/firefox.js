// SPDX-License-Identifier: MIT
// Debian's Firefox, by WebDriver BiDi.
import {existsSync} from 'node:fs';
import puppeteer from 'puppeteer-core';

const executablePath = process.env.MASU_FIREFOX ?? '/usr/bin/firefox-esr';
export const hasFirefox = existsSync(executablePath);

/** Opens pages at an address as playground() of support.js does: returns {open, close}. */
export async function firefox(address) {
  const browser = await puppeteer.launch({
    browser: 'firefox', protocol: 'webDriverBiDi', executablePath, headless: true, timeout: 120000, protocolTimeout: 120000,
    extraPrefsFirefox: {'webgl.force-enabled': true, 'dom.serviceWorkers.enabled': false, 'intl.accept_languages': 'en'},
  });

  async function open(path) {
    const page = await browser.newPage();
    await page.setViewport({width: 1280, height: 800});
    page.errors = [];
    page.on('console', (message) => {
      if (message.type() === 'error') page.errors.push(message.text());
    });
    page.on('pageerror', (error) => page.errors.push(String(error)));
    await page.goto(`${address}#/${path}`);
    await page.waitForSelector(`main[data-ready="${path.split('?')[0]}"]`, {timeout: 60000});
    return page;
  }
  return {open, close: () => browser.close()};
}
