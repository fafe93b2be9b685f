/** A line above every page of the shop. */

import { line, setting } from './setting.ts'

export const announcementSettings = {
  /** Empty: no bar. */
  text: setting(line(120), ''),
}
