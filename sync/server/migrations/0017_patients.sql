CREATE TABLE "merged_rows" (
	"vendor" text NOT NULL,
	"merge" uuid NOT NULL,
	"no" integer NOT NULL,
	"part" text NOT NULL,
	"row" text NOT NULL,
	CONSTRAINT "merged_rows_vendor_merge_no_pk" PRIMARY KEY("vendor","merge","no")
);
--> statement-breakpoint
CREATE TABLE "patient_items" (
	"vendor" text NOT NULL,
	"item" uuid NOT NULL,
	"patient" uuid,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "patient_items_vendor_item_pk" PRIMARY KEY("vendor","item")
);
--> statement-breakpoint
CREATE TABLE "patient_terms" (
	"vendor" text NOT NULL,
	"term" text COLLATE "C" NOT NULL,
	"patient" uuid NOT NULL,
	CONSTRAINT "patient_terms_vendor_term_patient_pk" PRIMARY KEY("vendor","term","patient")
);
--> statement-breakpoint
CREATE TABLE "person_merges" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"kept" uuid NOT NULL,
	"merged" uuid NOT NULL,
	"is_guest" boolean NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"merged_by" text NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" text,
	"undo_reason" text,
	CONSTRAINT "person_merges_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE INDEX "patient_items_patient" ON "patient_items" USING btree ("vendor","patient","at","item");--> statement-breakpoint
CREATE INDEX "patient_terms_patient" ON "patient_terms" USING btree ("vendor","patient","term");--> statement-breakpoint
CREATE INDEX "person_merges_kept" ON "person_merges" USING btree ("vendor","kept","at");