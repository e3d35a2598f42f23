CREATE TABLE "partner_references" (
	"vendor" text NOT NULL,
	"partner" text NOT NULL,
	"external_id" text NOT NULL,
	"op_id" uuid NOT NULL,
	"content" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "partner_references_vendor_partner_external_id_pk" PRIMARY KEY("vendor","partner","external_id")
);
--> statement-breakpoint
CREATE TABLE "saved_cards" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"person" uuid,
	"provider" text NOT NULL,
	"customer" text NOT NULL,
	"method" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_cards_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
DROP INDEX "inbox_items_rows";--> statement-breakpoint
DROP INDEX "inbox_items_held_rows";--> statement-breakpoint
DROP INDEX "inbox_items_care_rows";--> statement-breakpoint
DROP INDEX "inbox_items_own_rows";--> statement-breakpoint
DROP INDEX "inbox_items_form_rows";--> statement-breakpoint
DROP INDEX "inbox_items_oldest_rows";--> statement-breakpoint
ALTER TABLE "payment_environments" ADD COLUMN "strays" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "keep_for" uuid;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "licensed" text[];--> statement-breakpoint
CREATE INDEX "partner_references_operation" ON "partner_references" USING btree ("vendor","op_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_cards_person" ON "saved_cards" USING btree ("vendor","person");--> statement-breakpoint
CREATE INDEX "payments_alerted" ON "payments" USING btree ("vendor","created_at") WHERE "payments"."alert" is not null or "payments"."status" = 'disputed';--> statement-breakpoint
CREATE INDEX "inbox_items_rows" ON "inbox_items" USING btree ("vendor","list_rank","list_due","id","care_state","assignee","form","held") WHERE "inbox_items"."resolved_at" is null and "inbox_items"."list_rank" is not null;--> statement-breakpoint
CREATE INDEX "inbox_items_held_rows" ON "inbox_items" USING btree ("vendor","list_rank","list_due","id","care_state","assignee","form") WHERE "inbox_items"."resolved_at" is null and "inbox_items"."list_rank" is not null and "inbox_items"."held";--> statement-breakpoint
CREATE INDEX "inbox_items_care_rows" ON "inbox_items" USING btree ("vendor","care_state","list_rank","list_due","id","assignee","form","held") WHERE "inbox_items"."resolved_at" is null and "inbox_items"."list_rank" is not null;--> statement-breakpoint
CREATE INDEX "inbox_items_own_rows" ON "inbox_items" USING btree ("vendor","assignee","list_rank","list_due","id","care_state","form","held") WHERE "inbox_items"."resolved_at" is null and "inbox_items"."list_rank" is not null and "inbox_items"."assignee" is not null;--> statement-breakpoint
CREATE INDEX "inbox_items_form_rows" ON "inbox_items" USING btree ("vendor","form","list_rank","list_due","id","care_state","assignee","held") WHERE "inbox_items"."resolved_at" is null and "inbox_items"."list_rank" is not null;--> statement-breakpoint
CREATE INDEX "inbox_items_oldest_rows" ON "inbox_items" USING btree ("vendor","received_at","id","list_rank","care_state","assignee","form","held") WHERE "inbox_items"."resolved_at" is null and "inbox_items"."list_rank" is not null;