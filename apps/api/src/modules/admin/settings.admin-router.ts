import {
  savedSetting,
  saveSettingInput,
  settingChange,
  settingChangesQuery,
  settingsList,
  undoInput,
} from '@marashi/domain/contracts/settings'
import { z } from 'zod'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { listChanges } from '../shop-settings/list-changes.ts'
import { listSettings } from '../shop-settings/list-settings.ts'
import { saveShopSetting, undoShopSetting } from './save-shop-setting.ts'

const tags = ['Administrator']

export const settingsAdminRouter = router({
  list: administratorProcedure
    .meta({ openapi: { method: 'GET', path: '/admin/settings', tags, summary: 'What the owner has set, by group' } })
    .output(settingsList)
    .query(({ ctx }) => listSettings(ctx)),

  save: administratorProcedure
    .meta({
      openapi: { method: 'PUT', path: '/admin/settings/{key}', tags, summary: 'Save one setting' },
      errors: ['CONFLICT', 'STALE'],
    })
    .input(saveSettingInput)
    .output(savedSetting)
    .mutation(({ ctx, input }) => saveShopSetting(ctx, input)),

  changes: administratorProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/setting-changes', tags, summary: 'Who changed which setting when' },
    })
    .input(settingChangesQuery)
    .output(z.array(settingChange))
    .query(({ ctx, input }) => listChanges(ctx, input)),

  undo: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/setting-changes/{changeId}/undo',
        tags,
        summary: 'Take a change of a setting back, within 7 days and where it is the last one',
      },
      errors: ['NOT_FOUND', 'CONFLICT', 'STALE'],
    })
    .input(undoInput)
    .output(savedSetting)
    .mutation(({ ctx, input }) => undoShopSetting(ctx, input)),
})
