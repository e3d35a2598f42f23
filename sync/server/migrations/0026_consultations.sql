CREATE TABLE "consultation_events" (
	"vendor" text NOT NULL,
	"consultation" uuid NOT NULL,
	"no" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"does" text NOT NULL,
	"by" text NOT NULL,
	"actor" text,
	"actor_name" text,
	"about" text,
	"text" text,
	CONSTRAINT "consultation_events_vendor_consultation_no_pk" PRIMARY KEY("vendor","consultation","no")
);
--> statement-breakpoint
CREATE TABLE "consultations" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"clinician" text,
	"clinician_name" text,
	"asked" text,
	"prescription" text,
	"decision" text,
	"due_at" timestamp with time zone,
	"draft" text,
	CONSTRAINT "consultations_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "care_state" text DEFAULT 'waiting' NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "assignee" text;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "assignee_name" text;--> statement-breakpoint
CREATE INDEX "consultations_due" ON "consultations" USING btree ("vendor","due_at") WHERE "consultations"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "inbox_items_care_rows" ON "inbox_items" USING btree ("vendor","care_state","list_rank","list_due","id") WHERE "inbox_items"."resolved_at" is null and "inbox_items"."list_rank" is not null;--> statement-breakpoint
CREATE INDEX "inbox_items_own_rows" ON "inbox_items" USING btree ("vendor","assignee","list_rank","list_due","id") WHERE "inbox_items"."resolved_at" is null and "inbox_items"."list_rank" is not null and "inbox_items"."assignee" is not null;--> statement-breakpoint
CREATE INDEX "inbox_items_form_rows" ON "inbox_items" USING btree ("vendor","form","list_rank","list_due","id") WHERE "inbox_items"."resolved_at" is null and "inbox_items"."list_rank" is not null;--> statement-breakpoint
CREATE INDEX "inbox_items_oldest_rows" ON "inbox_items" USING btree ("vendor","received_at","id") WHERE "inbox_items"."resolved_at" is null and "inbox_items"."list_rank" is not null;