CREATE TABLE "blocked_devices" (
	"vendor" text NOT NULL,
	"device" text NOT NULL,
	"blocked_at" timestamp with time zone NOT NULL,
	"blocked_by" text NOT NULL,
	"flood" text NOT NULL,
	CONSTRAINT "blocked_devices_vendor_device_pk" PRIMARY KEY("vendor","device")
);
--> statement-breakpoint
CREATE TABLE "inbox_floods" (
	"vendor" text NOT NULL,
	"key" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"lead" uuid NOT NULL,
	"note" text,
	CONSTRAINT "inbox_floods_vendor_key_pk" PRIMARY KEY("vendor","key")
);
--> statement-breakpoint
CREATE TABLE "inbox_quotas" (
	"vendor" text NOT NULL,
	"key" text NOT NULL,
	"alerts" double precision NOT NULL,
	"cases" double precision NOT NULL,
	"bytes" double precision NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "inbox_quotas_vendor_key_pk" PRIMARY KEY("vendor","key")
);
--> statement-breakpoint
CREATE TABLE "inbox_terms" (
	"vendor" text NOT NULL,
	"term" text COLLATE "C" NOT NULL,
	"item" uuid NOT NULL,
	CONSTRAINT "inbox_terms_vendor_term_item_pk" PRIMARY KEY("vendor","term","item")
);
--> statement-breakpoint
DROP INDEX "inbox_items_open";--> statement-breakpoint
DROP INDEX "inbox_items_held";--> statement-breakpoint
DROP INDEX "inbox_items_done";--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "known_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "dismissed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "known" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "flood" text;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "list_rank" smallint DEFAULT 4;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "list_due" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "pending_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "pending_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "pending_by" text;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "pending_actor" text;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "pending_note" text;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "search_version" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "op_ledger" ADD COLUMN "network" text;--> statement-breakpoint
CREATE INDEX "blocked_devices_flood" ON "blocked_devices" USING btree ("vendor","flood");--> statement-breakpoint
CREATE INDEX "inbox_terms_item" ON "inbox_terms" USING btree ("vendor","item");--> statement-breakpoint
CREATE INDEX "inbox_items_rows" ON "inbox_items" USING btree ("vendor","list_rank","list_due","id") WHERE "inbox_items"."resolved_at" is null and "inbox_items"."list_rank" is not null;--> statement-breakpoint
CREATE INDEX "inbox_items_held_rows" ON "inbox_items" USING btree ("vendor","list_rank","list_due","id") WHERE "inbox_items"."resolved_at" is null and "inbox_items"."list_rank" is not null and "inbox_items"."held";--> statement-breakpoint
CREATE INDEX "inbox_items_done_rows" ON "inbox_items" USING btree ("vendor","resolved_at","id") WHERE "inbox_items"."resolved_at" is not null and "inbox_items"."list_rank" is not null;--> statement-breakpoint
CREATE INDEX "inbox_items_flood" ON "inbox_items" USING btree ("vendor","flood","received_at","id") WHERE "inbox_items"."flood" is not null;--> statement-breakpoint
CREATE INDEX "inbox_items_device" ON "inbox_items" USING btree ("vendor","device") WHERE "inbox_items"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "inbox_items_pending" ON "inbox_items" USING btree ("vendor","pending_until") WHERE "inbox_items"."pending_until" is not null;--> statement-breakpoint
CREATE INDEX "inbox_items_unindexed" ON "inbox_items" USING btree ("vendor","id") WHERE "inbox_items"."search_version" = 0;--> statement-breakpoint
UPDATE "inbox_items" SET "list_rank" = CASE "rank" WHEN 0 THEN 1 WHEN 1 THEN 3 ELSE 4 END, "list_due" = "due_at";--> statement-breakpoint
UPDATE "devices" d SET "known_at" = o.at FROM (
  SELECT vendor, device, min(judged_at) AS at FROM "op_ledger" WHERE kind = 'intake.submit' AND outcome = 'applied' GROUP BY vendor, device
) o WHERE o.vendor = d.vendor AND o.device = d.device_id;
