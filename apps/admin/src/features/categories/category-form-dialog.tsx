import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import { type CategoryForm, categoryForm } from '@marashi/domain/contracts/admin-catalogue'
import type { Category } from '@marashi/domain/contracts/catalogue'
import { Field, Input, TextArea } from '@marashi/ui/field'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { categoriesCopy } from '../../copy/categories.ts'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { sendOnce } from '../../lib/forms/send-once.ts'
import { useEdit } from '../../lib/forms/use-edit.ts'
import { useSave } from '../../lib/forms/use-save.ts'

const copy = categoriesCopy.form

/** Adds a category, or edits `category`. The error for a name that is taken is shown under the name. */
export function CategoryFormDialog({
  category,
  onClose,
  onReload,
}: {
  category?: Category | undefined
  onClose: () => void
  onReload: () => void
}) {
  const form = useForm<z.input<typeof categoryForm>, unknown, CategoryForm>({
    resolver: zodResolver(categoryForm),
    defaultValues: { name: category?.name ?? '', description: category?.description ?? '' },
  })
  const { errors, isDirty } = form.formState
  const utils = trpc.useUtils()
  const { create, update } = utils.client.admin.categories
  const saveEdit = useEdit(update.mutate)
  const { submit, isBusy, problem, isStale } = useSave({
    form,
    save: async ({ name, description }) => {
      if (category) {
        // The API keeps a field that is left out, so an emptied description is sent as an empty text.
        await saveEdit({ id: category.id, name, description: description ?? '', updatedAt: category.updatedAt })
      } else {
        await sendOnce('category', (options) => create.mutate({ name, description }, options))
      }
      await Promise.all([utils.catalogue.invalidate(), utils.admin.categories.use.invalidate()])
      return category ? categoriesCopy.updatedToast : categoriesCopy.createdToast
    },
    failed: category ? categoriesCopy.failedUpdate : categoriesCopy.failedCreate,
    onDone: onClose,
  })

  return (
    <FormDialog
      title={category ? copy.editTitle : copy.addTitle}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      isDirty={isDirty}
      isBusy={isBusy}
      submitLabel={category ? copy.save : copy.add}
      busyLabel={copy.saving}
      problem={problem}
      onReload={isStale ? onReload : undefined}
    >
      <Field label={copy.name} error={errors.name?.message}>
        <Input autoComplete="off" placeholder={copy.namePlaceholder} {...form.register('name')} />
      </Field>
      <Field label={copy.description} isOptional error={errors.description?.message}>
        <TextArea rows={3} {...form.register('description')} />
      </Field>
    </FormDialog>
  )
}
