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
CREATE INDEX "patient_items_patient" ON "patient_items" USING btree ("vendor","patient","at","item");--> statement-breakpoint
CREATE INDEX "patient_terms_patient" ON "patient_terms" USING btree ("vendor","patient","term");